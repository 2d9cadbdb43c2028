import { headers } from 'next/headers';
import { isLocalOperator } from './outbox.ts';
import { listOutboxMails, type OutboxMail, outboxFolder } from './transport.ts';

/** Returns true for the operator's browser on this machine, which has opened the URL that the start printed. */
export const isOutboxOpen = async (): Promise<boolean> => isLocalOperator(await headers());

/** Returns the emails in the outbox, newest first; null if the viewer may not read them. */
export const loadOutbox = async (): Promise<OutboxMail[] | null> => ((await isOutboxOpen()) ? listOutboxMails(outboxFolder()) : null);
