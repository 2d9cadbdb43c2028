import { and, eq, gt } from 'drizzle-orm';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { affiliationsOf, organisationsAtDomain } from '#lib/governance/claims/queries/institutions.ts';
import { workPrintingAddress } from '#lib/governance/claims/queries/printed.ts';
import { sourcedRorId } from '#lib/governance/claims/queries/proven-record.ts';
import { isAdmin } from '#lib/platform/audit/roles.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { tokenHash } from '#lib/platform/auth/sessions.ts';
import { now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { visibilityRequests } from '#lib/platform/db/schema/identity.ts';
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

export const isOperator = (reader: Reader, actor: Actor): Promise<boolean> => isAdmin(reader, actor.accountId);

/**
 * Returns how an address is tied to a record: a work prints it beside the record's name, or it is at a domain of an affiliation that a source
 * states. Null if neither; the result is not disclosed.
 */
export async function addressTieOf(reader: Reader, author: AuthorRow, email: string): Promise<'printed_email' | 'affiliation' | null> {
  if ((await workPrintingAddress(reader, author.key, email)) !== null) return 'printed_email';
  const organisations = await organisationsAtDomain(reader, email.slice(email.lastIndexOf('@') + 1));
  const affiliations = await affiliationsOf(reader, { key: author.key, rorId: sourcedRorId(author.affiliation) });
  return organisations.some(({ rorId }) => affiliations.has(rorId)) ? 'affiliation' : null;
}
