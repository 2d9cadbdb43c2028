import { and, desc, eq, gt, inArray, or, sql } from 'drizzle-orm';
import { reportCooldownDays } from '#lib/community/limits.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { placeholderFor } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { reviews } from '#lib/platform/db/schema/claims.ts';
import { invitations } from '#lib/platform/db/schema/invitations.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type CooldownFacts, sameTextCooldownDays } from '../model/cooldown.ts';
import { retainedReportAt } from './retained-blocks.ts';

/** Older answers are ignored. */
const maxAnswerAgeDays = 60;

/** Gathers the facts for cooldowns of a sender: their invitations, the age of their account, and upheld reports. */
export async function cooldownFacts(reader: Reader, accountId: string): Promise<CooldownFacts> {
  const at = now();
  const [account] = await reader.prepared(accountAgeQuery, { accountId });
  const sentInvitations = await reader.prepared(sentQuery, { accountId, since: addMs(at, -daysMs(maxAnswerAgeDays)) });
  return {
    at,
    accountSince: account?.since ?? null,
    recent: sentInvitations.filter(({ sentAt }) => sentAt > addMs(at, -daysMs(sameTextCooldownDays))),
    answered: sentInvitations
      .flatMap(({ state, decidedAt }) =>
        decidedAt && (state === 'accepted' || state === 'declined') ? [{ accepted: state === 'accepted', at: decidedAt }] : [],
      )
      .sort((a, b) => b.at.getTime() - a.at.getTime()),
    reportUpheldAt:
      (await lastUpheldReportAt(reader, accountId, addMs(at, -daysMs(reportCooldownDays)))) ?? (await retainedReportAt(reader, accountId)),
  };
}

const accountAgeQuery = (reader: Reader) =>
  reader
    .select({ since: accounts.createdAt })
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder('accountId')))
    .prepare();

const sentQuery = (reader: Reader) => {
  const { senderId, sentAt } = invitations;
  return reader
    .select({ ...columnsOf(invitations, 'recipientId', 'sentAt', 'state', 'decidedAt'), text: invitations.message })
    .from(invitations)
    .where(and(eq(senderId, sql.placeholder('accountId')), gt(sentAt, placeholderFor(sentAt, 'since'))))
    .orderBy(desc(sentAt))
    .limit(200)
    .prepare();
};

/**
 * Returns when a report about messages of the account was last upheld. It applies to the account, not to the record: releasing the record
 * does not end it, and it does not affect the next owner.
 */
export async function lastUpheldReportAt(reader: Reader, accountId: string, since: Date): Promise<Date | null> {
  const rows = await reader.prepared(upheldQuery, { accountId, since });
  return rows.find(({ parties, reporterId }) => reporterId !== accountId && parties.includes(accountId))?.at ?? null;
}

const upheldQuery = (reader: Reader) => {
  const { senderId, senderAuthorId, recipientId, recipientAuthorId } = invitations;
  const account = sql.placeholder('accountId');
  const sentRecordIds = reader.select({ id: senderAuthorId }).from(invitations).where(eq(senderId, account));
  const receivedRecordIds = reader.select({ id: recipientAuthorId }).from(invitations).where(eq(recipientId, account));
  return (
    reader
      .select({ at: reviews.decidedAt, parties: reviews.parties, reporterId: reports.reporterId })
      .from(reports)
      // The record comes first because both tables have an index on it.
      .innerJoin(reviews, and(eq(reviews.authorId, reports.subjectId), eq(reviews.subjectId, reports.id), eq(reviews.kind, 'report')))
      .where(
        and(
          or(inArray(reports.subjectId, sentRecordIds), inArray(reports.subjectId, receivedRecordIds)),
          eq(reports.state, 'upheld'),
          eq(reports.kind, 'misuse'),
          gt(reviews.decidedAt, placeholderFor(reviews.decidedAt, 'since')),
        ),
      )
      .orderBy(desc(reviews.decidedAt))
      .prepare()
  );
};
