import { and, eq, sql } from 'drizzle-orm';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type Env, env } from '#lib/platform/env.ts';
import type { ReadableHeaders } from '#lib/platform/http/network.ts';
import { hasOutbox, isLocalOperator, outboxUrl } from '#lib/platform/mail/outbox.ts';
import { demoPeople } from './model.ts';

/** Returns whether the sample created an account with this id and address. */
export async function isSampleAccount(reader: Reader, { accountId, email }: { accountId: string; email: string }): Promise<boolean> {
  return (await reader.prepared(sampleAccountQuery, { accountId, email })).length > 0;
}

const sampleAccountQuery = (reader: Reader) =>
  reader
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, sql.placeholder('accountId')), eq(accounts.email, sql.placeholder('email')), eq(accounts.sample, true)))
    .prepare();

/**
 * Returns whether the demo is offered: to the operator's browser on the same machine (the rule of the outbox), on an instance that was
 * started with the sample and contains it. A proxy, a public URL, a mail server or a missing token disables it.
 */
export const mayUseDemo = async (reader: Reader, headers: ReadableHeaders, settings: Env): Promise<boolean> =>
  settings.SAMPLE === 'on' && isLocalOperator(headers, settings) && isSampleAccount(reader, demoPeople.mara);

/** Returns what the start of an instance prints about its first pages. @param baseUrl the URL under which this machine reaches it */
export function greetingLines(baseUrl: string): string[] {
  const hasSample = env().SAMPLE === 'on';
  const names = Object.values(demoPeople).map(({ name }) => `"Continue as ${name}"`);
  return [
    ...(hasSample ? [`Look around    ${baseUrl}/authors/yunquan-zhang`] : []),
    `Sign in        ${baseUrl}/sign-in, with any email address`,
    ...(hasOutbox() ? [`Read emails    ${outboxUrl(baseUrl)} (from this machine only)`] : []),
    ...(hasOutbox() && hasSample ? [`Try both sides Open the address above, then ${names.join(' or ')} (README, five minutes)`] : []),
  ];
}
