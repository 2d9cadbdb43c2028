import { findPublicRecord } from '#lib/catalog/authors/queries/find.ts';
import { nameOfSearch, parseSavedSearch } from '#lib/catalog/search-index/model/saved.ts';
import { slotViewer, viewer } from '#lib/platform/auth/viewer.ts';
import { recordSlot } from '#lib/platform/db/dependencies.ts';
import { reader } from '#lib/platform/db/store.ts';
import {
  type ContextFollow,
  type FollowablePerson,
  type FollowLists,
  type FollowRow,
  type FollowView,
  type ListFollows,
  type NewestFollows,
  type SearchFollow,
  type SuggestedPerson,
  searchPlaceholderId,
  searchQueryOfPath,
  type TopicToFollow,
} from './model.ts';
import { countFollows, followsOf, listFollowsOf, newestFollowsOf } from './queries/authors.ts';
import { contextFollowers, contextFollowState, contextFollowsOf, followableContext, topicsToFollow } from './queries/contexts.ts';
import { savedSearchIdOf, searchFollowsOf } from './queries/searches.ts';
import { suggestedPeople } from './queries/suggestions.ts';

/** Returns all follows of the viewer; null if the viewer is not signed in. */
export async function loadFollows(): Promise<FollowLists | null> {
  const actor = await viewer();
  if (!actor) return null;
  return {
    authors: (await followsOf(reader(), actor)).map(toFollowRow),
    contexts: await contextFollowsOf(reader(), actor),
    searches: await searchFollowsOf(reader(), actor),
  };
}

const maxNewest = 8;

/** Returns what the viewer followed last; null if the viewer is not signed in. */
export async function loadNewestFollows(): Promise<NewestFollows | null> {
  const actor = await viewer();
  if (!actor) return null;
  const [authors, all, contexts, searches] = await Promise.all([
    newestFollowsOf(reader(), actor, maxNewest),
    countFollows(reader(), actor),
    contextFollowsOf(reader(), actor),
    searchFollowsOf(reader(), actor),
  ]);
  const rows = [...authors.map(toFollowRow), ...contexts, ...searches];
  return {
    shown: rows.sort((one, other) => other.since.getTime() - one.since.getTime()).slice(0, maxNewest),
    all: all + contexts.length + searches.length,
  };
}

const toFollowRow = ({ authorId, slug, name, affiliation, since, state }: FollowView): FollowRow => ({
  kind: 'author',
  id: authorId,
  kindLabel: 'Author',
  name,
  detail: affiliation,
  path: `/authors/${slug}`,
  since,
  muted: state === 'muted',
});

/**
 * Returns the subject to follow after a sign-in, by the id in the sign-in URL; null if it does not exist.
 * @param next the path to which the sign-in redirects; a search there can be followed
 */
export async function loadFollowIntent(id: string, next: string): Promise<{ id: string; name: string } | null> {
  if (id === searchPlaceholderId) {
    const search = parseSavedSearch(searchQueryOfPath(next) ?? '');
    return search && { id, name: `the search ${nameOfSearch(search)}` };
  }
  const author = await findPublicRecord(reader(), id);
  if (author) return author.kind === 'person' ? { id: author.id, name: author.name } : null;
  return (await followableContext(reader(), id)) ?? null;
}

/** Returns whether the viewer follows a topic, venue or institution, for a slot of its page at `path`. */
export async function loadContextFollow({ id, kind, name }: Pick<ContextFollow, 'kind' | 'name'> & { id: string }, path: string) {
  const props = { contextId: id, kind, name, followers: await contextFollowers(reader(), id), path };
  recordSlot('context-follow', props);
  const actor = await slotViewer();
  return { ...props, state: actor && (await contextFollowState(reader(), actor, id)) };
}

/** Returns whose follow buttons differ for the viewer, for the lists of a page. Called once for all lists of the page. */
export async function loadListFollows(people: readonly FollowablePerson[]): Promise<ListFollows> {
  const listed = people.map(({ slug, name }) => ({ slug, name }));
  recordSlot('list-follows', { people: listed });
  const actor = await slotViewer();
  return actor
    ? listFollowsOf(
        reader(),
        actor,
        listed.map(({ slug }) => slug),
      )
    : new Map();
}

/** Returns whether the viewer follows a search for works; null if the viewer is not signed in. */
export async function loadSearchFollow(query: string): Promise<SearchFollow | null> {
  const actor = await viewer();
  return actor && { query, savedId: await savedSearchIdOf(reader(), actor, query) };
}

const maxTopics = 5;

/** Returns suggested topics; none if the viewer is not signed in. */
export async function loadTopicsToFollow(): Promise<TopicToFollow[]> {
  const actor = await viewer();
  return actor ? topicsToFollow(reader(), actor, maxTopics) : [];
}

/** Returns suggested people; none if the viewer is not signed in. */
export async function loadSuggestedPeople(): Promise<SuggestedPerson[]> {
  const actor = await viewer();
  return actor ? suggestedPeople(reader(), actor) : [];
}
