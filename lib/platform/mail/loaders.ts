import { headers } from 'next/headers';
import { isOnThisMachine } from '#lib/platform/http.ts';
import { hasOutbox, hasOutboxCookie } from './outbox.ts';
import { type KeptMail, outboxFolder, outboxMails } from './transport.ts';

/** True for the operator's browser, on the machine itself: the one that was given the token of the start. */
export async function outboxIsOpen(): Promise<boolean> {
  const sent = await headers();
  return hasOutbox() && isOnThisMachine(sent) && hasOutboxCookie(sent.get('cookie'));
}

/** The mails that this instance would have sent, newest first; null for anybody who may not read them. */
export const loadOutbox = async (): Promise<KeptMail[] | null> => ((await outboxIsOpen()) ? outboxMails(outboxFolder()) : null);
