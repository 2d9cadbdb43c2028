import type { Store } from '#lib/platform/db/store.ts';
import { workOff } from '#lib/runtime/worker/worker.ts';

interface SentMail {
  to: string;
  text: string;
}

/** The mails of a test file. They are collected as they are sent, because a finished job no longer holds its text. */
export function collectMails(store: () => Store) {
  const sent: SentMail[] = [];
  /** Does every job that is due. */
  const work = () => workOff({ store: store(), handlers: { 'send-mail': { outside: async (mail) => void sent.push(mail) } } });
  /** The texts of the mails to an address, the newest last. */
  const mailsTo = async (address: string): Promise<string[]> => {
    await work();
    return sent.filter(({ to }) => to === address).map(({ text }) => text);
  };
  return { work, mailsTo };
}
