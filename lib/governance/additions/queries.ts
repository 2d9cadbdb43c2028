import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { SimilarName } from '#lib/catalog/authors/model/author.ts';
import { similarNames } from '#lib/catalog/authors/queries/similar.ts';
import { type LikelyWorks, selectLikelyWorks } from '#lib/catalog/ingest/commands/work-matching.ts';
import { ownedRecordsOf } from '#lib/catalog/ownership/queries/ownership.ts';
import { type ImportedWork, importedWork, untitledWork } from '#lib/catalog/sources/model.ts';
import { foldedTitle } from '#lib/catalog/works/model/same-work.ts';
import { workById } from '#lib/catalog/works/queries/works.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addedWorks, workDrafts } from '#lib/platform/db/schema/additions.ts';
import { authorNames, authors } from '#lib/platform/db/schema/authors.ts';
import { authorships, workIdentifiers, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { type Draft, type DraftEntry, type LikelyWork, ownAuthorIndex, peopleOf } from './model.ts';

interface DraftOwner {
  accountId: string;
  authorId: string;
  /** The names of a record that is not created yet. */
  names?: readonly string[];
}

/** Returns the draft of an account for a record, with its works as they were read; null if there is none. */
export async function draftOf(
  reader: Reader,
  { accountId, authorId, names: givenNames }: DraftOwner,
): Promise<{ works: ImportedWork[]; draft: Draft } | null> {
  const isOwnDraft = and(eq(workDrafts.accountId, accountId), eq(workDrafts.authorId, authorId));
  const [row] = await reader.select().from(workDrafts).where(isOwnDraft).limit(1);
  if (!row) return null;
  const parsedWorks = row.entries.map((entry) => importedWork.parse(entry));
  const matches = await findLikelyWorks(reader, authorId, parsedWorks);
  const worksByKey = await selectKnownWorks(reader, authorId, matches);
  const names = givenNames ?? (await selectNames(reader, authorId));
  const entries = parsedWorks.map((work, index) => toDraftEntry(work, index, names, matches[index], worksByKey));
  return { works: parsedWorks, draft: { entries, faults: row.faults, seen: row.at.toISOString() } };
}

function toDraftEntry(
  work: ImportedWork,
  at: number,
  names: readonly string[],
  likely: LikelyWorks | undefined,
  worksByKey: ReadonlyMap<number, LikelyWork>,
): DraftEntry {
  const { title, date, year, venue, identifiers } = work;
  const ids = identifiers.map(({ scheme, value }) => `${scheme === 'doi' ? 'DOI' : scheme} ${value}`);
  return {
    at,
    title: title ? plainText(title) : untitledWork,
    authors: peopleOf(work).map(({ name, isEditor }) => (isEditor ? `${name} (editor)` : name)),
    own: ownAuthorIndex(work, names),
    facts: [date ?? year, venue, ...ids].filter(Boolean).join(' · '),
    same: (likely && likely.withSameIdentifier !== null && worksByKey.get(likely.withSameIdentifier)) || null,
    alike: (likely?.withSameTitle ?? []).flatMap((key) => worksByKey.get(key) ?? []),
  };
}

/**
 * Returns the known works that some works may be. Also matches short titles within the record's own works, where they are distinctive
 * enough for a question.
 */
async function findLikelyWorks(reader: Reader, authorId: string, parsedWorks: readonly ImportedWork[]): Promise<LikelyWorks[]> {
  const matches = await selectLikelyWorks(reader, parsedWorks);
  const isOpen = (index: number): boolean => matches[index]?.withSameIdentifier === null && matches[index].withSameTitle.length === 0;
  if (!parsedWorks.some((_, index) => isOpen(index))) return matches;
  const ownWorks = await reader
    .select({ key: works.key, title: works.title })
    .from(authorships)
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(and(eq(authors.id, authorId), isNotNull(works.title)))
    .orderBy(works.key);
  const ownByTitle = Map.groupBy(ownWorks, ({ title }) => foldedTitle(title ?? ''));
  ownByTitle.delete('');
  return matches.map((likely, index) => {
    const title = parsedWorks[index]?.title;
    const alike = title && isOpen(index) ? ownByTitle.get(foldedTitle(plainText(title))) : undefined;
    return alike ? { withSameIdentifier: null, withSameTitle: alike.map(({ key }) => key) } : likely;
  });
}

async function selectNames(reader: Reader, authorId: string): Promise<string[]> {
  const [author] = await reader.select({ key: authors.key, name: authors.name }).from(authors).where(eq(authors.id, authorId));
  if (!author) return [];
  const rows = await reader.select({ name: authorNames.name }).from(authorNames).where(eq(authorNames.authorKey, author.key)).limit(100);
  return [author.name, ...rows.map(({ name }) => name)];
}

async function selectKnownWorks(reader: Reader, authorId: string, matches: readonly LikelyWorks[]): Promise<Map<number, LikelyWork>> {
  const keys = [
    ...new Set(
      matches.flatMap(({ withSameIdentifier, withSameTitle }) => [
        ...(withSameIdentifier === null ? [] : [withSameIdentifier]),
        ...withSameTitle,
      ]),
    ),
  ];
  if (keys.length === 0) return new Map();
  const rows = await reader.select({ key: works.key, id: works.id, title: works.title }).from(works).where(inArray(works.key, keys));
  const ownAuthorships = await reader
    .select({ workKey: authorships.workKey, state: authorships.state })
    .from(authorships)
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .where(and(eq(authors.id, authorId), inArray(authorships.workKey, keys)));
  const states = new Map(ownAuthorships.map(({ workKey, state }) => [workKey, state]));
  return new Map(
    rows.map(({ key, id, title }) => {
      const state = states.get(key);
      return [key, { id, title: title ?? untitledWork, isOwn: state !== undefined, isNotMine: state === 'not_mine' }];
    }),
  );
}

/** Returns the works that an owner has added to a record, newest first. */
export async function addedWorksOf(
  reader: Reader,
  { accountId, authorId }: DraftOwner,
): Promise<{ id: string; title: string; at: Date }[]> {
  const isAddedByOwner = and(eq(addedWorks.accountId, accountId), eq(addedWorks.authorId, authorId));
  const rows = await reader
    .select({ id: works.id, title: works.title, at: addedWorks.at })
    .from(addedWorks)
    .innerJoin(works, eq(works.id, addedWorks.workId))
    .where(isAddedByOwner)
    .orderBy(desc(addedWorks.at), works.id)
    .limit(500);
  return rows.map(({ id, title, at }) => ({ id, title: title ?? untitledWork, at }));
}

/** Returns the known work with an ACL Anthology id as an entry for a draft; null if there is none. */
export async function workByAnthologyId(reader: Reader, id: string): Promise<ImportedWork | null> {
  const [row] = await reader
    .select({ id: works.id })
    .from(workIdentifiers)
    .innerJoin(works, eq(works.key, workIdentifiers.workKey))
    .where(and(eq(workIdentifiers.scheme, 'acl'), eq(workIdentifiers.value, id)))
    .limit(1);
  const view = row ? await workById(reader, row.id) : null;
  if (!view) return null;
  const { title, type, date, venue, authors: workAuthors } = view;
  return importedWork.parse({
    ...{ source: 'owner', recordId: 'draft', title, type },
    ...(date && { date }),
    ...(venue && { venue }),
    identifiers: [{ scheme: 'acl', value: id }],
    authors: workAuthors.map(({ name }) => ({ name })),
    authorsComplete: workAuthors.length === view.authorsCount && view.authorsComplete,
  });
}

/**
 * Excludes works that are on a profile, or that its owner has stated are not theirs. Matches by identifier, or by title for works without
 * an identifier.
 */
export async function selectNewWorks(reader: Reader, authorId: string, parsedWorks: readonly ImportedWork[]): Promise<ImportedWork[]> {
  const matches = await findLikelyWorks(reader, authorId, parsedWorks);
  const worksByKey = await selectKnownWorks(reader, authorId, matches);
  return parsedWorks.filter(({ identifiers }, index) => {
    const { withSameIdentifier = null, withSameTitle = [] } = matches[index] ?? {};
    const keys = withSameIdentifier !== null ? [withSameIdentifier] : identifiers.length === 0 ? withSameTitle : [];
    return !keys.some((key) => worksByKey.get(key)?.isOwn);
  });
}

/** Returns why an account may not create a profile, or null if it may. */
export async function creationRefusal(reader: Reader, actor: Actor): Promise<'needs_confirmed_address' | 'has_profile' | null> {
  if (!actor.emailConfirmed) return 'needs_confirmed_address';
  return (await ownedRecordsOf(reader, actor)).length > 0 ? 'has_profile' : null;
}

/** Returns people on this site who may be the person with a name. */
export const namesakesOf = (reader: Reader, name: string): Promise<SimilarName[]> => similarNames(reader, { key: 0, name, kind: 'person' });
