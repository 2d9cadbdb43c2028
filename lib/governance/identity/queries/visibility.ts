import { and, desc, eq, gt, inArray, isNotNull, lte, ne } from 'drizzle-orm';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { mayUse } from '#lib/catalog/powers/queries.ts';
import { type AddressTie, fullVisibility, minPrintedDays } from '#lib/catalog/visibility/model.ts';
import { affiliationsOf, organisationsAtDomain } from '#lib/governance/claims/queries/institutions.ts';
import { worksPrintingAddress } from '#lib/governance/claims/queries/printed.ts';
import { sourcedRorId } from '#lib/governance/claims/queries/proven-record.ts';
import { isAdmin } from '#lib/platform/audit/roles.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { tokenHash } from '#lib/platform/auth/sessions.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { firstOf, hasRow } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';

/** Matches the request of a mailed appeal link, which works once for thirty days. */
export const matchesAppealLink = ({ request, code }: { request: string; code: string }) =>
  and(
    eq(visibilityRequests.id, request),
    eq(visibilityRequests.state, 'rejected'),
    eq(visibilityRequests.tokenHash, tokenHash(code)),
    gt(visibilityRequests.expiresAt, now()),
  );

/** Returns whether an account owns a record by an accepted claim. Includes suppressed records, so that their owner can show them again. */
export async function isOwner(reader: Reader, actor: Actor, authorId: string): Promise<boolean> {
  const isOwn = and(eq(authors.id, authorId), eq(authors.ownerId, actor.accountId), eq(authors.claimState, 'claimed'));
  return hasRow(reader, authors, isOwn);
}

/** Whether a record has an owner who has shown control of it, and therefore decides alone. */
export const isDecidedByOwner = (reader: Reader, authorId: string): Promise<boolean> => mayUse(reader, authorId, 'hide');

/** Returns the request that has last lowered the visibility of a record. */
export const lastHidingRequest = (reader: Reader, authorId: string): Promise<typeof visibilityRequests.$inferSelect | undefined> =>
  firstOf(
    reader,
    visibilityRequests,
    and(eq(visibilityRequests.authorId, authorId), eq(visibilityRequests.state, 'applied'), ne(visibilityRequests.wanted, fullVisibility)),
    desc(visibilityRequests.decidedAt),
    desc(visibilityRequests.id),
  );

/** Returns whether a request by a shared address, or about a person at risk, has taken effect on a record since a moment. */
export function hasTakenEffectSince(reader: Reader, authorId: string, by: readonly string[], since: Date): Promise<boolean> {
  const { was, requestedAt } = visibilityRequests;
  const isOfRecord = and(eq(visibilityRequests.authorId, authorId), inArray(visibilityRequests.by, [...by]));
  return hasRow(reader, visibilityRequests, and(isOfRecord, isNotNull(was), gt(requestedAt, since)));
}

export const isOperator = (reader: Reader, actor: Actor): Promise<boolean> => isAdmin(reader, actor.accountId);

/**
 * Returns how an address is tied to a record: works print it beside the record's name, or it is at a domain of an affiliation that a source
 * states. Null if neither; the result is not disclosed.
 */
export async function addressTieOf(reader: Reader, author: AuthorRow, email: string): Promise<AddressTie | null> {
  const organisations = await organisationsAtDomain(reader, email.slice(email.lastIndexOf('@') + 1));
  const printing = await worksPrintingAddress(reader, author.key, email);
  if (printing.length > 0) {
    const isOld = and(inArray(works.id, printing), lte(works.createdAt, addMs(now(), -daysMs(minPrintedDays))));
    return organisations.length > 0 && (await hasRow(reader, works, isOld)) ? 'printed_ror' : 'printed_email';
  }
  const affiliations = await affiliationsOf(reader, { key: author.key, rorId: sourcedRorId(author.affiliation) });
  return organisations.some(({ rorId }) => affiliations.has(rorId)) ? 'affiliation' : null;
}
