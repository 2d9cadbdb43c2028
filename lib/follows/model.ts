import { z } from 'zod';

export const followInput = z.object({ authorId: z.string().min(1).max(40) });
export type FollowInput = z.infer<typeof followInput>;

export type FollowState = 'on' | 'muted' | 'off';
export type FollowBecause = 'unknown_author' | 'own_record';

/** What following is decided from; null where there is no such record for this reader. */
export interface FollowFacts {
  ownerId: string | null;
}

/** Why an account may not follow a record, or null. */
export function followRefusal(accountId: string, author: FollowFacts | null): FollowBecause | null {
  if (!author) return 'unknown_author';
  return author.ownerId === accountId ? 'own_record' : null;
}

/** What a follow or unfollow leaves behind. */
export interface Followed {
  state: FollowState;
  followers: number;
}

export interface FollowView {
  authorId: string;
  slug: string;
  name: string;
  affiliation: string | null;
  since: Date;
}
