import { done, refused } from '#lib/platform/outcome.ts';
import { parseEvidence } from '../../model/proof-methods.ts';
import { federatedLoginsOf } from '../../queries/federated.ts';
import { affiliationsOf, hasNamesakeAt } from '../../queries/institutions.ts';
import type { ProofProbe } from '../proof-probe.ts';

export const federated: ProofProbe<'federated'> = {
  /** The login cannot be repeated without its person: this looks whether the record still names the organisation. */
  async probe({ reader, record }, { kind, facts = {} }) {
    const evidence = parseEvidence({ kind, facts });
    if (evidence?.by !== 'federated') return refused('not_found');
    const affiliations = await affiliationsOf(reader, record);
    const { rorId } = evidence;
    const fitsNamesake = rorId === null || (await hasNamesakeAt(reader, record, rorId));
    return done({ ...evidence, atAffiliation: rorId !== null && affiliations.has(rorId), fitsNamesake });
  },
  isConnected: async (reader, accountId, target) => (await federatedLoginsOf(reader, accountId)).some(({ issuer }) => issuer === target),
  offerFacts: async ({ configuration }) => ({ federated: configuration.federated.map(({ id, name }) => ({ id, name })) }),
};
