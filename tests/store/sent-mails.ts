import type { Store } from '#lib/platform/db/store.ts';
import { runDueJobs } from '#lib/runtime/worker/worker.ts';

interface SentMail {
  to: string;
  text: string;
}

/** Collects the mails of a test file as they are sent, because a finished job does not hold its text any more. */
export function collectMails(store: () => Store) {
  const sent: SentMail[] = [];
  /** Runs all due jobs. */
  const work = () => runDueJobs({ store: store(), handlers: { 'send-mail': { outside: async (mail) => void sent.push(mail) } } });
  /** Returns the texts of the mails to an address, newest last. */
  const mailsTo = async (address: string): Promise<string[]> => {
    await work();
    return sent.filter(({ to }) => to === address).map(({ text }) => text);
  };
  return { work, mailsTo };
}
