import { eq } from 'drizzle-orm';
import { reasonSentence, remedySentence } from '#lib/community/decision-reasons.ts';
import { appealDays } from '#lib/community/limits.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { tokenHash } from '#lib/platform/auth/sessions.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { newCode } from '#lib/platform/id.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { visibilityDecisionMessage } from '../mail.ts';
import { visibilityMailLimit } from '../model/visibility.ts';

/** Counts an email to an address of a person without an account. Returns whether the limit allows it. */
export const withinMailLimit = (tx: Writer, email: string): Promise<boolean> =>
  withinLimit(tx, 'visibility-mail', email, visibilityMailLimit);

/**
 * Emails the decision on a request to a person without an account. After a rejection the email has an appeal link, which works once for
 * thirty days, and the address is kept until then. Otherwise it is deleted here.
 */
export async function mailVisibilityDecision(
  tx: Writer,
  { id, contact }: { id: string; contact: string },
  answer: { done: boolean; reason: string; remedy: string },
  mayAppeal: boolean,
): Promise<void> {
  const code = mayAppeal ? newCode(32) : null;
  const values = code ? { tokenHash: tokenHash(code), expiresAt: addMs(now(), daysMs(appealDays)) } : { tokenHash: null, contact: null };
  await tx.update(visibilityRequests).set(values).where(eq(visibilityRequests.id, id));
  const link = code && `${env().PUBLIC_URL}/visibility/appeal?request=${id}&code=${code}`;
  const why = `${reasonSentence(answer.reason)} ${remedySentence(answer.remedy)}`.trim();
  const message = visibilityDecisionMessage({ done: answer.done, why, link, days: appealDays });
  await enqueue(tx, { kind: 'send-mail', payload: { to: contact, ...message } });
}
