import { z } from 'zod';
import type { ContextKind } from '#lib/catalog/contexts/model/context.ts';

export const followInput = z.object({ authorId: z.string().min(1).max(40) });
export type FollowInput = z.infer<typeof followInput>;

export type FollowState = 'on' | 'muted' | 'off';
export type FollowErrorCode = 'unknown_author' | 'own_record';

/** What following is decided from; null where there is no such record for this reader. */
interface FollowFacts {
  ownerId: string | null;
}

/** Why an account may not follow a record, or null. */
export function followRefusal(accountId: string, author: FollowFacts | null): FollowErrorCode | null {
  if (!author) return 'unknown_author';
  return author.ownerId === accountId ? 'own_record' : null;
}

/** What a follow or unfollow leaves behind. */
export interface Followed {
  state: FollowState;
  /** Null where the owner keeps it back. */
  followers: number | null;
}

/** What can be followed, by the word that forms use. */
const followedKinds = ['author', 'context', 'search'] as const;
type FollowedKind = (typeof followedKinds)[number];

export const contextFollowInput = z.object({ contextId: z.string().min(1).max(40), want: z.enum(['on', 'off']) });
export type ContextFollowInput = z.infer<typeof contextFollowInput>;

/** One follow of an account, and what becomes of it. Muted things stay in the list and bring nothing. */
export const followChangeInput = z.object({
  kind: z.enum(followedKinds),
  id: z.string().min(1).max(40),
  want: z.enum(['on', 'muted', 'off']),
});
export type FollowChange = z.infer<typeof followChangeInput>;

/** In the address of the sign-in, instead of an id: the search of the page that it leads back to is followed. */
export const thisSearch = 'search';

/** The query string of a search page's address; null for any other address. */
export const searchAt = (path: string): string | null => (path.startsWith('/search?') ? path.slice('/search?'.length) : null);

export const saveSearchInput = z.object({ query: z.string().min(1).max(600) });

/** So many searches of one account are asked again each time that its feed is read. */
export const maxSavedSearches = 20;

export interface FollowView {
  authorId: string;
  slug: string;
  name: string;
  affiliation: string | null;
  since: Date;
  state: Exclude<FollowState, 'off'>;
}

/** Anything that an account follows, as its own list shows it. */
export interface FollowRow {
  kind: FollowedKind;
  id: string;
  /** What it is, in a word: "Topic". */
  kindLabel: string;
  name: string;
  /** A few words beside the name. */
  beside: string | null;
  path: string;
  since: Date;
  muted: boolean;
}

/** All that an account follows. */
export interface FollowLists {
  authors: FollowRow[];
  contexts: FollowRow[];
  searches: FollowRow[];
}

/** What leads from the reader to a person whom they may know; at least one is not 0. */
export interface Acquaintance {
  /** Works together with a profile of the reader. */
  works: number;
  /** Co-authors shared with a profile of the reader. */
  coauthors: number;
  /** People whom the reader follows and who have published with them. */
  followed: number;
}

/** A person whom the reader may know and does not follow yet. */
export interface SuggestedPerson extends Acquaintance {
  authorId: string;
  slug: string;
  name: string;
}

/** Greater for who is nearer. */
export const nearness = ({ works, coauthors, followed }: Acquaintance): number => works * 3 + followed * 2 + coauthors;

/** Whether a reader follows a topic, venue or institution. */
export interface ContextFollow {
  contextId: string;
  kind: ContextKind;
  name: string;
  followers: number;
  /** The address of its page. */
  path: string;
  /** Null for a reader without an account. */
  state: FollowState | null;
}

/** A topic that an account does not follow yet. */
export interface TopicToFollow {
  contextId: string;
  name: string;
  path: string;
  works: number;
  people: number;
}

/** Whether a reader follows a search. */
export interface SearchFollow {
  /** The search in its one form: the query string of its page. */
  query: string;
  /** The id of the saved search, where it is saved. */
  savedId: string | null;
}
