import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import type { Letter } from './messages.ts';
import { htmlOf } from './template.ts';
import { transport } from './transport.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Sends one message to one address. `forget`: nothing of it is kept if it never arrives, because the account is gone. */
    'send-mail': { to: string; forget?: true } & Letter;
  }
}

export const mailJobs: JobHandlers<'send-mail'> = {
  'send-mail': {
    async outside({ to, forget: _, ...letter }, { id }) {
      const { subject, text, unsubscribe } = letter;
      await transport().deliver({ id, to, subject, text, html: await htmlOf(letter), unsubscribe });
    },
  },
};
