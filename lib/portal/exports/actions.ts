'use server';

import { z } from 'zod';
import { createActions } from '#lib/platform/action.ts';
import { enqueueArchive } from './commands/enqueue-archive.ts';
import { importArchive } from './commands/import-archive.ts';
import { importInput } from './model/portable.ts';
import { exportRefusals } from './refusals.ts';

const { redirectingAction } = createActions(exportRefusals);

export const requestArchive = redirectingAction(z.object({}), enqueueArchive, '/me/data?asked=yes');

export const importArchiveAction = redirectingAction(importInput, importArchive, (_value, { id }) => `/me/data/imports/${id}`);
