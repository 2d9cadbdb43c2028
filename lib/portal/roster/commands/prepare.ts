import { and, eq, isNull } from 'drizzle-orm';
import { storeAuthor } from '#lib/catalog/ingest/commands/author-pages.ts';
import { isFullyVisible } from '#lib/catalog/visibility/model.ts';
import { writeAuditEntry } from '#lib/platform/audit/entries.ts';
import { now } from '#lib/platform/clock.ts';
import { hasRow, rowsOf } from '#lib/platform/db/rows.ts';
import { auditEntries } from '#lib/platform/db/schema/accounts.ts';
import { authorSources, authors } from '#lib/platform/db/schema/authors.ts';
import { organisations } from '#lib/platform/db/schema/contexts.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { sealPrintedAddress } from '#lib/platform/keys/seal.ts';
import { createMessage } from '#lib/platform/mail/messages.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { site } from '#lib/platform/site.ts';
import type { RosterEntry } from './entries.ts';

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

/** Prepares the profile of a member of staff and, if requested, invites them once to claim it. */
export async function prepareProfile(tx: Writer, entry: RosterEntry, { publicUrl, invites }: PrepareOptions): Promise<PreparedProfile> {
  const unit = await nameOfUnit(tx, entry.rorId);
  const matchedKey = await recordOf(tx, entry, unit);
  // A seal is stored instead of the email address.
  const recordId = sealPrintedAddress()(entry.email);
  const { name, orcid } = entry;
  const statedFacts = { name, ...(orcid && { orcid }), ...(unit && { affiliation: unit }) };
  const author = { source: 'roster' as const, recordId, ...statedFacts, declared: [], works: [] };
  const key = await storeAuthor(tx, { author, importId: null, observedAt: now(), ...(matchedKey !== null && { authorKey: matchedKey }) });
  const [record] = await tx.select().from(authors).where(eq(authors.key, key));
  if (!record) throw new Error('The record is gone.');
  const state = matchedKey === null ? 'created' : 'found';
  if (!invites) return { slug: record.slug, state, invitation: 'not_asked' };
  return { slug: record.slug, state, invitation: await invite(tx, record, entry, publicUrl) };
}

async function nameOfUnit(reader: Reader, rorId: string | null): Promise<string | null> {
  if (rorId === null) return null;
  const [unit] = await reader.select({ name: organisations.name }).from(organisations).where(eq(organisations.rorId, rorId));
  return unit?.name ?? null;
}

/**
 * Returns the record that an earlier roster matched; otherwise the only record with the ORCID iD; otherwise the only record with the name
 * at the unit.
 */
async function recordOf(reader: Reader, { name, email, orcid, rorId }: RosterEntry, unit: string | null): Promise<number | null> {
  const isEarlierMatch = and(eq(authorSources.source, 'roster'), eq(authorSources.recordId, sealPrintedAddress()(email)));
  const [earlierMatch] = await reader.select({ key: authorSources.authorKey }).from(authorSources).where(isEarlierMatch);
  if (earlierMatch) return earlierMatch.key;
  const isPerson = and(eq(authors.kind, 'person'), isNull(authors.mergedInto));
  const recordsWithOrcid = orcid === null ? [] : await rowsOf(reader, authors, and(isPerson, eq(authors.orcid, orcid)));
  if (recordsWithOrcid[0]) return recordsWithOrcid.length === 1 ? recordsWithOrcid[0].key : null;
  const namesakes = await rowsOf(reader, authors, and(isPerson, eq(authors.name, name)));
  const namesakesAtUnit = namesakes.filter(
    ({ affiliation }) =>
      affiliation !== null && (affiliation.rorId === rorId || (unit !== null && nameKey(affiliation.name) === nameKey(unit))),
  );
  return namesakesAtUnit.length === 1 && rorId !== null ? (namesakesAtUnit[0]?.key ?? null) : null;
}

type InvitedRecord = Pick<typeof authors.$inferSelect, 'id' | 'slug' | 'ownerId' | 'visibility' | 'name'>;

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

function invitationMessage({ name, slug }: InvitedRecord, publicUrl: string) {
  const { name: network, contact } = site();
  return createMessage(`Your profile on ${network}`, [
    `${network} has a public profile of ${name}. It was made of bibliographic sources and your institution's staff list.`,
    { link: `${publicUrl}/authors/${slug}`, label: 'See the profile' },
    'If you claim it, you decide what it shows, and whether others can invite you:',
    { link: `${publicUrl}/claim/${slug}`, label: 'Claim the profile' },
    `This is the only email of this kind. If you do not want a profile, choose "Fix this profile" on its page${contact ? `, or write to ${contact}` : ''}.`,
  ]);
}
