import { z } from 'zod';
import type { ContextKind } from '#lib/catalog/contexts/model/context.ts';

export const followInput = z.object({ authorId: z.string().min(1).max(40) });
export type FollowInput = z.infer<typeof followInput>;

/** A follow button in a list names the person by the slug, which lists have. */
export const listFollowInput = z.object({ slug: z.string().min(1).max(200) });

export type FollowState = 'on' | 'muted' | 'off';

/** The listed people whose button differs for a viewer: followed ones, and the viewer's own profiles, which have none. By slug. */
export type ListFollows = ReadonlyMap<string, 'following' | 'own'>;

/** A person with a follow button in a list. */
export interface FollowablePerson {
  slug: string;
  name: string;
}
export type FollowErrorCode = 'unknown_author' | 'own_record';

/** The facts for `followRefusal`; null if the viewer cannot see such a record. */
interface FollowFacts {
  ownerId: string | null;
}

/** Returns why an account may not follow a record, or null. */
export function followRefusal(accountId: string, author: FollowFacts | null): FollowErrorCode | null {
  if (!author) return 'unknown_author';
  return author.ownerId === accountId ? 'own_record' : null;
}

/** The result of a follow or unfollow. */
export interface FollowResult {
  state: FollowState;
  /** Null if the owner hides it. */
  followers: number | null;
  /** Whether the account is asked about a digest, because it is its first follow. */
  asksDigest?: boolean;
}

/** Kinds of followed subjects, as forms send them. */
const followedKinds = ['author', 'context', 'search'] as const;
type FollowedKind = (typeof followedKinds)[number];

export const contextFollowInput = z.object({ contextId: z.string().min(1).max(40), want: z.enum(['on', 'off']) });
export type ContextFollowInput = z.infer<typeof contextFollowInput>;

/** A followed subject in a form. */
export const followedInput = z.object({ kind: z.enum(followedKinds), id: z.string().min(1).max(40) });
export type Followed = z.infer<typeof followedInput>;

/** A change of one follow. Muted subjects stay in the list but contribute nothing to the feed. */
export const followChangeInput = followedInput.extend({ want: z.enum(['on', 'muted', 'off']) });
export type FollowChange = z.infer<typeof followChangeInput>;

/** Replaces the id in the sign-in URL if the search of the page to return to is to be followed. */
export const searchPlaceholderId = 'search';

/** Returns the query string if the path is that of a search page, otherwise null. */
export const searchQueryOfPath = (path: string): string | null => (path.startsWith('/search?') ? path.slice('/search?'.length) : null);

export const saveSearchInput = z.object({ query: z.string().min(1).max(600) });

/** Upper bound on saved searches per account; each is queried whenever the feed is read. */
export const maxSavedSearches = 20;

export interface FollowView {
  authorId: string;
  slug: string;
  name: string;
  affiliation: string | null;
  since: Date;
  state: Exclude<FollowState, 'off'>;
}

/** A followed subject in the account's list. */
export interface FollowRow {
  kind: FollowedKind;
  id: string;
  /** Label of the kind: "Topic". */
  kindLabel: string;
  name: string;
  /** A short text beside the name. */
  detail: string | null;
  path: string;
  since: Date;
  muted: boolean;
}

/** The subjects that an account followed last, and how many it follows. */
export interface NewestFollows {
  shown: FollowRow[];
  all: number;
}

export interface FollowLists {
  authors: FollowRow[];
  contexts: FollowRow[];
  searches: FollowRow[];
}

/** Why a viewer may know a person; at least one count is not 0. */
export interface Acquaintance {
  /** Works shared with a profile of the viewer. */
  works: number;
  /** Co-authors shared with a profile of the viewer. */
  coauthors: number;
  /** People whom the viewer follows and who have published with the person. */
  followed: number;
}

/** A person whom the viewer may know and does not follow yet. */
export interface SuggestedPerson extends Acquaintance {
  authorId: string;
  slug: string;
  name: string;
}

/** Returns the score of a suggestion; higher is closer. */
export const closenessOf = ({ works, coauthors, followed }: Acquaintance): number => works * 3 + followed * 2 + coauthors;

/** Whether the viewer follows a topic, venue or institution. */
export interface ContextFollow {
  contextId: string;
  kind: ContextKind;
  name: string;
  followers: number;
  /** The path of its page. */
  path: string;
  /** Null if the viewer is not signed in. */
  state: FollowState | null;
}

export interface TopicToFollow {
  contextId: string;
  name: string;
  path: string;
  works: number;
  people: number;
}

/** Whether the viewer follows a search. */
export interface SearchFollow {
  /** The search in canonical form: the query string of its page. */
  query: string;
  /** The id of the saved search; null if it is not saved. */
  savedId: string | null;
}
