import { createHmac, timingSafeEqual } from 'node:crypto';
import { env } from '#lib/platform/env.ts';
import { loadSecret } from '#lib/platform/keys/secret.ts';

const codeLength = 32;

function codeOf(notificationId: string): string {
  const { DATA_DIR, SECRET } = env();
  const key = loadSecret(DATA_DIR, SECRET);
  return createHmac('sha256', key).update(`objection ${notificationId}`).digest('hex').slice(0, codeLength);
}

/** Returns the URL by which anyone who gets the mail of a notification objects to what it is about, without a sign-in. */
export const objectionLink = (notificationId: string): string =>
  `${env().PUBLIC_URL}/objection?${new URLSearchParams({ notification: notificationId, code: codeOf(notificationId) })}`;

/** Whether a code is that of the link for a notification. */
export function isObjectionCode(notificationId: string, code: string): boolean {
  const [expected, actual] = [Buffer.from(codeOf(notificationId)), Buffer.from(code)];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
