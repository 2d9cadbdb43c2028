import { and, eq } from 'drizzle-orm';
import { createAuthors } from '#lib/catalog/authors/commands/create.ts';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { storeAuthor } from '#lib/catalog/ingest/commands/author-pages.ts';
import { isFullyVisible } from '#lib/catalog/visibility/model.ts';
import { noticeDays } from '#lib/governance/claims/model/notice.ts';
import { mergeEmptyRecord } from '#lib/governance/identity/commands/merge-empty.ts';
import { writeAuditEntry } from '#lib/platform/audit/entries.ts';
import { now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { auditEntries } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { organisations } from '#lib/platform/db/schema/contexts.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { sealPrintedAddress } from '#lib/platform/keys/seal.ts';
import { createMessage } from '#lib/platform/mail/messages.ts';
import { site } from '#lib/platform/site.ts';
import type { RosterEntry } from '../model.ts';
import { earlierMatch } from '../queries.ts';

export interface PreparedProfile {
  slug: string;
  state: 'found' | 'created';
  invitation: 'sent' | 'sent_before' | 'claimed' | 'hidden' | 'not_asked';
}

interface PrepareOptions {
  publicUrl: string;
  /** Whether to send one email that asks to claim the profile. */
  invites: boolean;
}

/**
 * Prepares the profile of a member of staff: the matched record, or a new one if `record` is null. An empty record that an earlier list made
 * of the same person is merged into it. Invites them once to claim it, if requested.
 */
export async function prepareProfile(
  tx: Writer,
  entry: RosterEntry,
  record: AuthorRow | null,
  { publicUrl, invites }: PrepareOptions,
): Promise<PreparedProfile> {
  const unit = await nameOfUnit(tx, entry.rorId);
  // A seal is stored instead of the email address.
  const recordId = sealPrintedAddress()(entry.email);
  const earlier = await earlierMatch(tx, entry);
  if (record && earlier) await mergeEmptyRecord(tx, record, earlier, 'The staff list of the institution names the same person.');
  const { name, orcid } = entry;
  const statedFacts = { name, ...(orcid && { orcid }), ...(unit && { affiliation: unit }) };
  const author = { source: 'roster' as const, recordId, ...statedFacts, declared: [], works: [] };
  const known = record ?? earlier;
  const [created] = known ? [] : await createAuthors(tx, [{ name, kind: 'person' }]);
  const key = await storeAuthor(tx, { author, importId: null, observedAt: now(), authorKey: known?.key ?? created ?? 0 });
  const [prepared] = await tx.select().from(authors).where(eq(authors.key, key));
  if (!prepared) throw new Error('The record is gone.');
  const invitation = invites ? await invite(tx, prepared, entry, publicUrl) : 'not_asked';
  return { slug: prepared.slug, state: known ? 'found' : 'created', invitation };
}

async function nameOfUnit(reader: Reader, rorId: string | null): Promise<string | null> {
  if (rorId === null) return null;
  const [unit] = await reader.select({ name: organisations.name }).from(organisations).where(eq(organisations.rorId, rorId));
  return unit?.name ?? null;
}

type InvitedRecord = Pick<typeof authors.$inferSelect, 'id' | 'slug' | 'ownerId' | 'visibility' | 'name' | 'worksCount'>;

async function invite(
  tx: Writer,
  record: InvitedRecord,
  { email }: RosterEntry,
  publicUrl: string,
): Promise<PreparedProfile['invitation']> {
  if (record.ownerId !== null) return 'claimed';
  if (!isFullyVisible(record)) return 'hidden';
  const isEarlierInvitation = and(eq(auditEntries.action, 'roster.invited'), eq(auditEntries.subjectId, record.id));
  if (await hasRow(tx, auditEntries, isEarlierInvitation)) return 'sent_before';
  await writeAuditEntry(tx, { accountId: null, action: 'roster.invited', subject: 'author', subjectId: record.id });
  await enqueue(tx, { kind: 'send-mail', payload: { to: email, ...invitationMessage(record, publicUrl) } });
  return 'sent';
}

function invitationMessage({ name, slug, worksCount }: InvitedRecord, publicUrl: string) {
  const { name: network, contact } = site();
  const hasWorks = worksCount > 0;
  return createMessage(`Your profile on ${network}`, [
    `${network} has a public profile of ${name}. It was made of ${hasWorks ? "bibliographic sources and your institution's staff list" : "your institution's staff list. No work of yours is here yet"}.`,
    { link: `${publicUrl}/authors/${slug}`, label: 'See the profile' },
    hasWorks
      ? 'If you claim it, you decide what it shows, and whether others can invite you:'
      : `If you claim it, you can add your works. Sign in with the address of this email, which your institution has named. If nobody objects in ${noticeDays} days, the profile is yours. A proof such as your ORCID iD then opens the rest:`,
    { link: `${publicUrl}/claim/${slug}`, label: 'Claim the profile' },
    `This is the only email of this kind. If you do not want a profile, choose "Report a problem" on its page${contact ? `, or write to ${contact}` : ''}.`,
  ]);
}
