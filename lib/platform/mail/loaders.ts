import { headers } from 'next/headers';
import { isOperatorHere } from './outbox.ts';
import { type KeptMail, outboxFolder, outboxMails } from './transport.ts';

/** True for the operator's browser, on the machine itself: the one that was given the token of the start. */
export const outboxIsOpen = async (): Promise<boolean> => isOperatorHere(await headers());

/** The mails that this instance would have sent, newest first; null for anybody who may not read them. */
export const loadOutbox = async (): Promise<KeptMail[] | null> => ((await outboxIsOpen()) ? outboxMails(outboxFolder()) : null);
