import { headers } from 'next/headers';
import { env, isLoopbackHost } from '../env.ts';
import { isOnThisMachine } from '../http.ts';
import { type KeptMail, keptMails, outboxFolder } from './transport.ts';

/** True for a reader on the machine itself, of an instance that nobody else is meant to reach and that keeps its mail in a folder. */
export async function outboxIsOpen(): Promise<boolean> {
  const { SMTP_URL, PUBLIC_URL } = env();
  return !SMTP_URL && isLoopbackHost(new URL(PUBLIC_URL).hostname) && isOnThisMachine(await headers());
}

/** The mails that this instance would have sent, newest first; null for anybody who may not read them. */
export const loadOutbox = async (): Promise<KeptMail[] | null> => ((await outboxIsOpen()) ? keptMails(outboxFolder()) : null);
