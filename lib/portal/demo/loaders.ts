import { headers } from 'next/headers';
import { reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { isOperatorBrowser } from '#lib/platform/mail/outbox.ts';
import { demoPeople } from './model.ts';
import { isSampleAccount, mayUseDemo } from './queries.ts';

/** True where this request may use the demo. */
export const demoIsOpen = async (): Promise<boolean> => mayUseDemo(reader(), await headers(), env());

/** True where the demo is shown: also on a page that Next makes for an action's redirect, by a request of its own with headers of a proxy. */
export const demoIsShown = async (): Promise<boolean> =>
  env().SAMPLE === 'on' && isOperatorBrowser(await headers()) && isSampleAccount(reader(), demoPeople.mara);
