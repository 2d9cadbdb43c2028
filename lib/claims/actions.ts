'use server';

import { type ActionState, act, goOn, readForm, told } from '../action.ts';
import { viewer } from '../auth/viewer.ts';
import { reader, transact } from '../db/store.ts';
import { env } from '../env.ts';
import { orcidApi } from '../importers/orcid.ts';
import { claimAuthor } from './commands/claim.ts';
import { withdrawClaim } from './commands/end.ts';
import { claimIdInput, claimInput } from './model.ts';
import { objectionsOf } from './queries/disputes.ts';
import { emailProof, orcidProof } from './queries/proofs.ts';

/** Claims a record by the proof that the form names. ORCID is read before the transaction begins. */
export async function claim(_: ActionState, form: FormData): Promise<ActionState> {
  const input = readForm(claimInput, form);
  if (!input.ok) return input;
  const actor = await viewer();
  if (!actor) return told('not_signed_in', form);
  const { authorId, by } = input.value;
  const proof = by === 'email' ? emailProof(actor, authorId) : await orcidProof(reader(), actor, authorId, orcidApi(env().ORCID_API_URL));
  if (!proof.ok) return told(proof.because, form);
  const claimed = await transact((tx) => claimAuthor(tx, actor, { authorId, proof: proof.value }));
  if (!claimed.ok && claimed.because === 'already_claimed') {
    // The page tells that the objection was kept, and when.
    const objection = (await objectionsOf(reader(), actor, authorId)).find(({ claimStage }) => claimStage === 'in_review');
    if (objection) goOn(`/claim/${objection.author.slug}`);
  }
  if (!claimed.ok) return told(claimed.because, form);
  goOn(`/me?claimed=${claimed.value.claimId}#claims`);
}

/** Gives a record back, or takes a waiting claim back. */
export async function giveBack(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, claimIdInput, withdrawClaim);
  if (!outcome.ok) return outcome;
  goOn('/me#claims');
}
