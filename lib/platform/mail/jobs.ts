import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import type { MailMessage } from './messages.ts';
import { renderHtml } from './template.ts';
import { transport } from './transport.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Sends one message to one address. `forget`: the job is deleted even if it fails, because the account was erased. */
    'send-mail': { to: string; forget?: true } & MailMessage;
  }
}

export const mailJobs: JobHandlers<'send-mail'> = {
  'send-mail': {
    async outside({ to, forget: _, ...message }, { id }) {
      const { subject, text, unsubscribe } = message;
      await transport().deliver({ id, to, subject, text, html: await renderHtml(message), unsubscribe });
    },
  },
};
