import { headers } from 'next/headers';
import { reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { isOperatorBrowser } from '#lib/platform/mail/outbox.ts';
import { demoPeople } from './model.ts';
import { isSampleAccount, mayUseDemo } from './queries.ts';

export const isDemoOpen = async (): Promise<boolean> => mayUseDemo(reader(), await headers(), env());

/**
 * Returns whether the demo is shown. Next.js renders an action's redirect target by an internal request that carries proxy headers, so
 * those are not checked here.
 */
export const isDemoShown = async (): Promise<boolean> =>
  env().SAMPLE === 'on' && isOperatorBrowser(await headers()) && isSampleAccount(reader(), demoPeople.mara);
