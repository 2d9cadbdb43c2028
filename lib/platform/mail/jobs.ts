import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import type { MailMessage } from './messages.ts';
import { renderHtml } from './template.ts';
import { mailTransport } from './transport.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /**
     * Sends one message to one address. `forget`: a failure is not retried for long, and clears the payload. For addresses that no longer
     * belong to the account.
     */
    'send-mail': { to: string; forget?: true } & MailMessage;
  }
}

export const mailJobs: JobHandlers<'send-mail'> = {
  'send-mail': {
    async outside({ to, forget: _, ...message }, { id }) {
      const { subject, text, unsubscribe } = message;
      await mailTransport().deliver({ id, to, subject, text, html: await renderHtml(message), unsubscribe });
    },
  },
};
