import { connection } from 'next/server';
import { viewer } from '../auth/viewer.ts';
import { findAuthor } from '../authors/queries/find.ts';
import { reader } from '../db/store.ts';
import { env } from '../env.ts';
import type { ClaimBecause, ClaimView, ObjectionView } from './model.ts';
import { objectionStands, objectionsOf } from './queries/disputes.ts';
import { linkedOrcid } from './queries/proofs.ts';
import { claimRefusalFor, claimsOf } from './queries/records.ts';

export interface ClaimPage {
  author: { id: string; slug: string; name: string; works: number; affiliation: string | null };
  /** Why this reader may not claim the record, whatever their proof. */
  refusal: ClaimBecause | null;
  /** The reader's own claim to it that is open or accepted. */
  own: ClaimView | null;
  /** Somebody has shown strong proof against an earlier claim: only a strong one is taken now. */
  doubted: boolean;
  /** The reader's own objection to the claim that somebody else holds now. */
  objection: ObjectionView | null;
  account: { email: string | null; emailConfirmed: boolean; orcid: string | null } | null;
  orcidSetUp: boolean;
}

/** What the claim page of a record shows, the slug to go to instead, or null where there is none. */
export async function loadClaimPage(slug: string): Promise<ClaimPage | { redirect: string } | null> {
  await connection();
  const found = await findAuthor(reader(), slug);
  if (found.is === 'missing') return null;
  if (found.is === 'moved') return { redirect: found.slug };
  const actor = await viewer();
  const { id, name, worksCount, affiliation } = found.author;
  const claims = actor ? await claimsOf(reader(), actor) : [];
  const objections = actor ? await objectionsOf(reader(), actor, id) : [];
  const open = ['notice_period', 'in_review', 'accepted'];
  return {
    author: { id, slug: found.author.slug, name, works: worksCount, affiliation: affiliation?.name ?? null },
    refusal: await claimRefusalFor(reader(), actor, id),
    own: claims.find((claim) => claim.author.id === id && open.includes(claim.stage)) ?? null,
    doubted: await objectionStands(reader(), id),
    objection: objections.find(({ claimStage }) => claimStage === 'in_review') ?? null,
    account: actor && { email: actor.email, emailConfirmed: actor.emailConfirmed, orcid: await linkedOrcid(reader(), actor) },
    orcidSetUp: env().ORCID_CLIENT_ID !== undefined,
  };
}
