'use server';

import { doiIn, readAnthologyId } from '#lib/catalog/bibliography/identifiers.ts';
import { ownershipRefusals } from '#lib/catalog/ownership/refusals.ts';
import { powerRefusals } from '#lib/catalog/powers/refusals.ts';
import { fetchDoiMetadata } from '#lib/catalog/sources/doi.ts';

import { fetchOrcidWorks } from '#lib/catalog/sources/orcid-works.ts';
import type { PastedWorks } from '#lib/catalog/sources/pasted.ts';
import { faultsOf, type ReadWork } from '#lib/catalog/sources/people.ts';
import { parsePastedInThread } from '#lib/catalog/sources/read-pasted.ts';
import { sourceRefusals } from '#lib/catalog/sources/refusals.ts';
import { workFromForm } from '#lib/catalog/sources/typed-work.ts';
import { type ActionState, createActions, readForm } from '#lib/platform/action.ts';
import { reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { addDraftedWorks, removeAddedWork } from './commands/add.ts';
import { createProfile } from './commands/create.ts';
import { startReading, storeDraft, storeDraftOfNewWorks } from './commands/draft.ts';
import { startOrcidReading } from './commands/orcid.ts';
import {
  chosenEntriesInput,
  createProfileInput,
  maxEntries,
  maxLookups,
  maxPastedBytes,
  newProfileId,
  orcidReadingInput,
  pastedWorksInput,
  removeWorkInput,
  typedWorkInput,
} from './model.ts';
import { workByAnthologyId } from './queries.ts';
import { additionRefusals } from './refusals.ts';

const { act, actThenRedirect, formError, redirectingAction } = createActions({
  ...sourceRefusals,
  ...ownershipRefusals,
  ...powerRefusals,
  ...additionRefusals,
});

const pagePathOf = (authorId: string, name: string): string =>
  authorId === newProfileId ? `/me/new-profile?name=${encodeURIComponent(name)}` : `/me/records/${authorId}/add`;

const worksUrl = (_value: unknown, { authorId, name }: { authorId: string; name: string }): string => {
  const path = pagePathOf(authorId, name);
  return `${path}${path.includes('?') ? '&' : '?'}done=read`;
};

/** Reads works from a text, a file and identifiers into a draft, from which the owner of a record chooses. */
export async function readWorks(_: ActionState, form: FormData): Promise<ActionState> {
  const input = readForm(pastedWorksInput, form);
  if (!input.ok) return input;
  const started = await act(form, pastedWorksInput, startReading);
  if (!started.ok) return started;
  const { authorId, text, lookups } = input.value;
  const requester = { account: started.value };
  const file = form.get('file');
  if (file instanceof File && file.size > maxPastedBytes) return formError('file_too_large', form);
  const lines = lookups.split(/\s+/).filter((line) => line !== '');
  if (lines.length > maxLookups) return formError('too_many_entries', form);
  const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array();
  const results = [await parsePastedInThread(text, requester), await parsePastedInThread(bytes, requester), await lookUpAll(lines)];
  const draft = { authorId, works: results.flatMap(({ works }) => works), faults: results.flatMap(({ faults }) => faults) };
  return actThenRedirect(form, pastedWorksInput, (tx, actor) => storeDraft(tx, actor, draft), worksUrl);
}

/** Reads the new works of the account's ORCID record into a draft, from which the owner of a record chooses. */
export async function readOrcidRecord(_: ActionState, form: FormData): Promise<ActionState> {
  const started = await act(form, orcidReadingInput, startOrcidReading);
  if (!started.ok) return started;
  const { orcid, holder } = started.value;
  const result = await fetchOrcidWorks(env().ORCID_API_URL, { orcid, holder, most: maxEntries });
  if (!result.ok) return formError(result.code, form);
  const { works, faults: ofFields, unread } = result.value;
  const ofWorks =
    unread > 0 ? [{ name: `${unread} on your ORCID record`, reason: 'They have no title, or are not written as ORCID writes works.' }] : [];
  const faults = [...ofWorks, ...ofFields];
  return actThenRedirect(
    form,
    orcidReadingInput,
    (tx, actor, { authorId }) => storeDraftOfNewWorks(tx, actor, { authorId, works, faults }),
    worksUrl,
  );
}

const lookupReasons = {
  unknown_doi: 'No registry knows it.',
  registry_unreachable: 'The registry did not answer. Try again later, or paste the entry.',
} as const;

const unknownIdentifierReason =
  'It is no DOI, arXiv id or ACL Anthology id, and no address with one. Of other pages, paste the entry as BibTeX, or enter the work by hand.';

async function lookUpAll(lines: readonly string[]): Promise<PastedWorks> {
  const pasted: PastedWorks = { works: [], faults: [] };
  for (const name of lines) {
    const result = await lookUp(name);
    if (typeof result === 'string') pasted.faults.push({ name: name.slice(0, 200), reason: result });
    else {
      pasted.works.push(result.work);
      pasted.faults.push(...faultsOf(result));
    }
  }
  return pasted;
}

/**
 * Returns the work for an identifier or URL, or the reason why there is none. ACL Anthology ids are first searched on this site, because
 * some of their works have no DOI.
 */
async function lookUp(line: string): Promise<ReadWork | string> {
  const { CROSSREF_API_URL: crossref, DATACITE_API_URL: datacite } = env();
  const acl = readAnthologyId(line);
  const knownWork = acl ? await workByAnthologyId(reader(), acl) : null;
  if (knownWork) return { work: knownWork, problems: [] };
  const doi = doiIn(line);
  if (!doi) return unknownIdentifierReason;
  const response = await fetchDoiMetadata({ crossref, datacite }, doi);
  if (!response.ok) return lookupReasons[response.code];
  const { work, problems } = response.value;
  return { work: acl ? { ...work, identifiers: [...work.identifiers, { scheme: 'acl', value: acl }] } : work, problems };
}

/** Adds one work from its form to the draft. */
export const addTypedWork = redirectingAction(
  typedWorkInput,
  (tx, actor, input) => storeDraft(tx, actor, { authorId: input.authorId, works: [workFromForm(input)], faults: [] }),
  worksUrl,
);

/** Adds the chosen works to the owner's record. */
export const addWorks = redirectingAction(
  chosenEntriesInput,
  addDraftedWorks,
  (_value, { authorId }) => `${pagePathOf(authorId, '')}?done=added`,
);

export const createOwnProfile = redirectingAction(createProfileInput, createProfile, ({ slug }) => `/authors/${slug}`);

/** Withdraws a work that the owner has added. */
export const removeWork = redirectingAction(
  removeWorkInput,
  removeAddedWork,
  (_value, { authorId }) => `${pagePathOf(authorId, '')}?done=removed`,
);
