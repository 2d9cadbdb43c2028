'use server';

import { z } from 'zod';
import { type ActionState, createActions } from '#lib/platform/action.ts';
import { enqueueArchive } from './commands/enqueue-archive.ts';
import { importArchive } from './commands/import-archive.ts';
import { importInput } from './model/portable.ts';
import { exportRefusals } from './refusals.ts';

const { actThenRedirect } = createActions(exportRefusals);

export async function requestArchive(_: ActionState, form: FormData): Promise<ActionState> {
  return actThenRedirect(form, z.object({}), enqueueArchive, '/me/data?asked=yes');
}

export async function importArchiveAction(_: ActionState, form: FormData): Promise<ActionState> {
  return actThenRedirect(form, importInput, importArchive, (_value, { id }) => `/me/data/imports/${id}`);
}
