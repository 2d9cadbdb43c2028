'use server';

import { z } from 'zod';
import { createActions } from '#lib/platform/action.ts';
import { enqueueArchive } from './commands/enqueue-archive.ts';
import { exportRefusals } from './refusals.ts';

const { redirectingAction } = createActions(exportRefusals);

export const requestArchive = redirectingAction(z.object({}), enqueueArchive, '/me/data?asked=yes');
