import { connection } from 'next/server';
import type { SimilarName } from '#lib/catalog/authors/model/author.ts';
import { findRecordByUrl } from '#lib/catalog/authors/queries/find.ts';
import { isLostByMerge, ownedRecordsOf } from '#lib/catalog/ownership/queries/ownership.ts';
import { linkedOrcid } from '#lib/governance/claims/queries/proofs.ts';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { reader } from '#lib/platform/db/store.ts';
import { type Draft, newProfileId } from './model.ts';
import { addedWorksOf, creationRefusal, draftOf, namesakesOf } from './queries.ts';

interface AdditionsPage {
  record: { id: string; slug: string; name: string };
  draft: Draft | null;
  added: { id: string; title: string; at: Date }[];
  /** The connected iD of the account. */
  orcid: string | null;
}

/**
 * Returns the data of the page for adding works, or the slug to redirect to; 'sign_in' without a session, null if the viewer does not own
 * the record.
 */
export async function loadAdditions(slug: string): Promise<AdditionsPage | { redirect: string; isLost: boolean } | 'sign_in' | null> {
  await connection();
  const actor = await viewer();
  if (!actor) return 'sign_in';
  const from = reader();
  const author = await findRecordByUrl(from, slug);
  if (author === null) return null;
  if ('redirect' in author) return { ...author, isLost: await isLostByMerge(from, actor, slug) };
  const record = (await ownedRecordsOf(from, actor)).find(({ id, isVisible }) => isVisible && id === author.id);
  if (!record) return null;
  const owner = { accountId: actor.accountId, authorId: record.id };
  return {
    record,
    draft: (await draftOf(from, owner))?.draft ?? null,
    added: await addedWorksOf(from, owner),
    orcid: await linkedOrcid(from, actor),
  };
}

interface NewProfilePage {
  refusal: Awaited<ReturnType<typeof creationRefusal>>;
  /** The display name of the account. */
  accountName: string | null;
  namesakes: SimilarName[];
  draft: Draft | null;
  orcid: string | null;
}

/** Returns the data of the page for creating a profile with a name; null without a session. */
export async function loadNewProfile(name: string): Promise<NewProfilePage | null> {
  await connection();
  const actor = await viewer();
  if (!actor) return null;
  const from = reader();
  const refusal = await creationRefusal(from, actor);
  if (refusal || name === '') return { refusal, accountName: actor.name, namesakes: [], draft: null, orcid: null };
  const storedDraft = await draftOf(from, { accountId: actor.accountId, authorId: newProfileId, names: [name] });
  return {
    ...{ refusal, accountName: actor.name, draft: storedDraft?.draft ?? null },
    namesakes: await namesakesOf(from, name),
    orcid: await linkedOrcid(from, actor),
  };
}
