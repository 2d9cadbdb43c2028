'use server';

import { revalidatePath } from 'next/cache';
import { viewer } from '../auth/viewer.ts';
import { transact } from '../db/store.ts';
import { readNotifications } from './commands.ts';

/** Marks everything that the account has been told as read. */
export async function markAllRead(): Promise<void> {
  const actor = await viewer();
  if (actor) await transact((tx) => readNotifications(tx, actor));
  revalidatePath('/me');
}
