import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Actor } from '../../auth/actor.ts';
import { logins } from '../../db/schema/accounts.ts';
import { authors } from '../../db/schema/authors.ts';
import { proofs } from '../../db/schema/claims.ts';
import { authorships, workIdentifiers, works } from '../../db/schema/works.ts';
import type { Reader } from '../../db/store.ts';
import type { OrcidApi, OrcidWork } from '../../importers/orcid.ts';
import { done, type Outcome, refused } from '../../outcome.ts';
import type { Overlap } from '../model/proofs.ts';
import { type ClaimProof, comparableTitle, isOneOf, isSameName, isWhollyOneOf, mintProof } from '../model.ts';
import { affiliationsOf, namesOf, provenRecord } from './bindings.ts';

/** The ORCID iD that an account has signed in with, or null. */
export async function linkedOrcid(reader: Reader, actor: Pick<Actor, 'accountId'>): Promise<string | null> {
  const mine = and(eq(logins.userId, actor.accountId), eq(logins.provider, 'orcid'));
  const [found] = await reader.select({ orcid: logins.providerAccountId }).from(logins).where(mine).limit(1);
  return found?.orcid ?? null;
}

/** The proof that a confirmed address gives. */
export const emailProof = (actor: Actor, authorId: string): Outcome<ClaimProof, 'needs_confirmed_email'> =>
  actor.emailConfirmed ? done(mintProof({ by: 'email' }, actor.accountId, authorId)) : refused('needs_confirmed_email');

/**
 * The proof that a linked ORCID iD gives for one record: a shared work counts where the iD's own name is one of the record's. Reads ORCID's public API, so it is gathered before the transaction;
 * where the API cannot be read there is no proof, and nothing is half done.
 */
export async function orcidProof(
  reader: Reader,
  actor: Pick<Actor, 'accountId'>,
  authorId: string,
  api: OrcidApi,
): Promise<Outcome<ClaimProof, 'needs_orcid' | 'unknown_author' | 'orcid_unreachable'>> {
  const orcid = await linkedOrcid(reader, actor);
  if (!orcid) return refused('needs_orcid');
  const [author] = await reader
    .select({ key: authors.key, name: authors.name, orcid: authors.orcid, authenticated: authors.orcidAuthenticated })
    .from(authors)
    .where(eq(authors.id, authorId))
    .limit(1);
  if (!author) return refused('unknown_author');
  const proven = (overlap: Overlap) => done(mintProof({ by: 'orcid', orcid, overlap }, actor.accountId, authorId));
  const untied = (why: 'no_public_name' | 'other_name' | 'no_shared_work') =>
    done(mintProof({ by: 'orcid', orcid, overlap: null, untied: why }, actor.accountId, authorId));
  if (author.orcid === orcid && author.authenticated && (await isFromSource(reader, authorId)))
    return proven({ by: 'authenticated_in_source', what: orcid });
  const listed = await api.works(orcid);
  if (!listed.ok) return listed;
  // Every co-author lists the same works: only the one of this name is this record's.
  const names = await api.names(orcid);
  if (!names.ok) return names;
  const isTheirs = await signerOf(reader, author, names.value);
  if (!isTheirs) return untied(names.value.length === 0 ? 'no_public_name' : 'other_name');
  const shared = await sharedIdentifier(reader, author.key, listed.value, isTheirs);
  if (shared) return proven(shared);
  const byTitle = await sharedTitle(reader, author.key, { orcid, listed: listed.value, isTheirs }, api);
  if (!byTitle.ok) return byTitle;
  return byTitle.value ? proven(byTitle.value) : untied('no_shared_work');
}

/**
 * The proof that an organisation gives by its own entry on an ORCID record: the account's iD, by one of the record's names, works today
 * at an organisation that the record or a work of it names. Fair: it says where somebody of this name works, not which works are theirs.
 */
export async function employmentProof(
  reader: Reader,
  actor: Pick<Actor, 'accountId'>,
  authorId: string,
  api: OrcidApi,
): Promise<Outcome<ClaimProof, 'needs_orcid' | 'unknown_author' | 'orcid_unreachable' | 'no_employment'>> {
  const orcid = await linkedOrcid(reader, actor);
  if (!orcid) return refused('needs_orcid');
  const record = await provenRecord(reader, authorId);
  if (!record) return refused('unknown_author');
  const listed = await api.employments(orcid);
  if (!listed.ok) return listed;
  const places = await affiliationsOf(reader, record);
  const here = listed.value.filter(({ rorId }) => places.has(rorId));
  const found = here.find(({ rorId }) => rorId === record.rorId) ?? here[0];
  if (!found) return refused('no_employment');
  const names = await api.names(orcid);
  if (!names.ok) return names;
  if (!isOneOf(names.value, await namesOf(reader, record))) return refused('no_employment');
  return done(mintProof({ by: 'orcid_employment', orcid, ...found }, actor.accountId, authorId));
}

type SignerTest = (coauthors: readonly string[]) => boolean;

/**
 * Whether somebody of these names is the one who signs a work as this record, given who else signs it; null where the record bears none
 * of the names. Where an initial fits both and a co-author bears the whole name, it is the co-author.
 */
async function signerOf(reader: Reader, author: { key: number; name: string }, names: readonly string[]): Promise<SignerTest | null> {
  const written = await namesOf(reader, author);
  if (!isOneOf(names, written)) return null;
  return (coauthors) => isWhollyOneOf(names, written) || !isWhollyOneOf(names, coauthors);
}

/** True unless the record's iD, or that it is authenticated, came with a claim: that is no source's word. */
async function isFromSource(reader: Reader, authorId: string): Promise<boolean> {
  const shown = and(eq(proofs.authorId, authorId), eq(proofs.kind, 'orcid'), inArray(proofs.state, ['valid', 'stale', 'expired']));
  const rows = await reader.select({ facts: proofs.facts }).from(proofs).where(shown);
  return !rows.some(({ facts }) => facts.addedToRecord === true || facts.authenticatedHere === true);
}

const mine = (authorKey: number) => and(eq(authorships.authorKey, authorKey), ne(authorships.state, 'not_mine'));

/** An identifier that stands both on a work of the record and on a work of the iD. */
async function sharedIdentifier(reader: Reader, authorKey: number, listed: OrcidWork[], isTheirs: SignerTest): Promise<Overlap | null> {
  const theirs = new Set(listed.flatMap(({ identifiers }) => identifiers.map(({ scheme, value }) => `${scheme}:${value}`)));
  if (theirs.size === 0) return null;
  const ours = await reader
    .select({ scheme: workIdentifiers.scheme, value: workIdentifiers.value, work: workIdentifiers.workKey })
    .from(authorships)
    .innerJoin(workIdentifiers, eq(workIdentifiers.workKey, authorships.workKey))
    .where(and(mine(authorKey), inArray(workIdentifiers.scheme, ['doi', 'arxiv'])));
  for (const { scheme, value, work } of ours) {
    if (!theirs.has(`${scheme}:${value.toLowerCase()}`)) continue;
    if (isTheirs(await coauthorNames(reader, work, authorKey))) return { by: 'identifier', what: value };
  }
  return null;
}

/** A work with the same title on both sides, and on ORCID's side a contributor who signs it here beside the record's own name. */
async function sharedTitle(
  reader: Reader,
  authorKey: number,
  { orcid, listed, isTheirs }: { orcid: string; listed: OrcidWork[]; isTheirs: SignerTest },
  api: OrcidApi,
): Promise<Outcome<Overlap | null, 'orcid_unreachable'>> {
  const ours = await reader
    .select({ key: works.key, title: works.title })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(mine(authorKey));
  const byTitle = new Map(
    ours.flatMap(({ key, title }) => [[title ? comparableTitle(title) : null, { key, title: title ?? '' }] as const]),
  );
  const same = listed.flatMap(({ putCode, title }) => {
    const work = byTitle.get(title ? comparableTitle(title) : null);
    return work && title && comparableTitle(title) ? [{ putCode, work }] : [];
  });
  if (same.length === 0) return done(null);
  const contributors = await api.contributors(
    orcid,
    same.map(({ putCode }) => putCode),
  );
  if (!contributors.ok) return contributors;
  for (const { putCode, work } of same) {
    const beside = await coauthorNames(reader, work.key, authorKey);
    const names = contributors.value.get(putCode) ?? [];
    if (!isTheirs(beside)) continue;
    if (names.some((name) => beside.some((other) => isSameName(name, other)))) return done({ by: 'title_and_coauthor', what: work.title });
  }
  return done(null);
}

async function coauthorNames(reader: Reader, workKey: number, authorKey: number): Promise<string[]> {
  const others = and(eq(authorships.workKey, workKey), ne(authorships.authorKey, authorKey));
  const rows = await reader.select({ name: authorships.nameAsWritten }).from(authorships).where(others);
  return rows.map(({ name }) => name);
}
