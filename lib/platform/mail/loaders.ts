import { headers } from 'next/headers';
import { isLocalOperator } from './outbox.ts';
import { type OutboxMail, outboxFolder, outboxMails } from './transport.ts';

/** Returns true for the operator's browser on this machine, which has opened the URL that the start printed. */
export const outboxIsOpen = async (): Promise<boolean> => isLocalOperator(await headers());

/** Returns the emails in the outbox, newest first; null if the viewer may not read them. */
export const loadOutbox = async (): Promise<OutboxMail[] | null> => ((await outboxIsOpen()) ? outboxMails(outboxFolder()) : null);
