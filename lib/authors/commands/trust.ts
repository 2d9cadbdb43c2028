import { inArray } from 'drizzle-orm';
import { claims } from '../../db/schema/claims.ts';
import { evidence } from '../../db/schema/trust.ts';
import type { Writer } from '../../db/store.ts';
import { upstreamsOf } from '../../imports/model.ts';
import { type Evidence, type RecordFacts, type TrustSnapshot, trustSnapshot } from '../../trust/model.ts';
import type { AuthorFacts } from './figures.ts';

/** The parts of an author's row that the trust method looks at. */
export interface RecordState {
  id: string;
  owner_id: string | null;
  claim_state: string;
  affiliation: { name: string; rorId?: string; source: string } | null;
}

/** What the owners' accounts have shown, by author id: proofs, and since when the claim stands. */
export async function controlOf(tx: Writer, states: readonly RecordState[]): Promise<Map<string, RecordFacts['control']>> {
  const owned = states.filter(({ owner_id }) => owner_id !== null).map(({ id }) => id);
  const control = new Map<string, RecordFacts['control']>();
  if (owned.length === 0) return control;
  const proofs = await tx.select().from(evidence).where(inArray(evidence.authorId, owned));
  const accepted = await tx.select().from(claims).where(inArray(claims.authorId, owned));
  for (const id of owned) {
    const claim = accepted.find((each) => each.authorId === id && each.state === 'accepted');
    control.set(id, {
      evidence: proofs.filter(({ authorId }) => authorId === id).map((row) => row as Evidence & typeof row),
      reviewedEveryWork: false,
      confirmations: [],
      vouches: [],
      passkeyAt: null,
      recoveryContact: false,
      undisputedSince: claim?.decidedAt ?? claim?.createdAt ?? new Date(0),
      recheckedAt: null,
      assuredLoginAt: null,
    });
  }
  return control;
}

/** At most so many works stand as the evidence of a rule: a snapshot names examples, not the whole record. */
const mostExamples = 3;

/** The trust snapshot of one record, from its facts. The one place where the corpus meets the method. */
export function snapshotFor(state: RecordState, facts: AuthorFacts, control: RecordFacts['control'], at: Date): TrustSnapshot {
  const examples = facts.works.slice(0, mostExamples).map(({ work_id }) => work_id);
  const declared = facts.pages.flatMap(({ page, recordKey }) =>
    page.declared
      .filter(({ kind }) => kind === 'close_collaborators')
      .map(({ value }) => ({ value, because: `source-record:${recordKey}` })),
  );
  const asserted = declared.sort((a, b) => b.value - a.value)[0];
  const recurring =
    asserted && asserted.value > facts.closeCollaborators
      ? { count: asserted.value, because: [asserted.because] }
      : { count: facts.closeCollaborators, because: examples };
  const record: RecordFacts = {
    works: { count: facts.works.length, because: examples },
    upstreams: upstreamsOf(facts.works.flatMap(({ sources }) => sources)),
    identifiedWorks: facts.works.filter(({ identified }) => identified).length,
    recurringCollaborators: recurring,
    openFlags: facts.flags.map(({ rule }) => rule),
    frozen: facts.flags.some(({ rule }) => rule === 'two_person_ids'),
    affiliation: {
      stated: state.affiliation ? [`source:${state.affiliation.source}`] : [],
      rorId: state.affiliation?.rorId ?? null,
      confirmedEmail: [],
      assertedByOrganisation: [],
    },
    control,
    openDispute: state.claim_state === 'disputed',
  };
  return trustSnapshot(record, at);
}
