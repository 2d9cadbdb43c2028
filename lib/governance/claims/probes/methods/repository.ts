import { readFileCommit, readRepositoryOwnerId } from '#lib/catalog/sources/repository-host.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import type { Evidence } from '../../model/proof-methods.ts';
import { type ProofFailure, strengthOf } from '../../model/proofs.ts';
import { parseRepositoryUrl, tokenFiles, tokenFilesOf } from '../../model/targets.ts';
import { fileHasToken } from '../../model/token-matching.ts';
import { linkedRepository, repositoriesOf } from '../../queries/places.ts';
import { printedEvidence } from '../../queries/printed.ts';
import type { ProvenRecord } from '../../queries/proven-record.ts';
import type { ProbeContext, ProbedProof, ProbeResult, ProofProbe } from '../proof-probe.ts';

export const repository: ProofProbe<'repository'> = {
  parseTarget(typed, { hosts }) {
    const address = parseRepositoryUrl(typed, hosts);
    return address === null ? refused('bad_repository') : done(address);
  },
  async targetRefusal({ reader, record, services }, target) {
    const linked = await linkedRepository(reader, record.key, target, services.hosts);
    return linked.ok ? null : linked.code;
  },
  probe: probeRepository,
  async offerFacts({ reader, record, configuration: { hosts, apis } }) {
    const repositories = (await repositoriesOf(reader, record.key, hosts)).slice(0, maxOffered);
    return {
      repositories: repositories.map((each) => each.repository),
      identifiesCommitters: repositories.some(({ repository }) => apis.has(new URL(repository).host)),
    };
  },
};

const maxOffered = 10;

async function probeRepository(context: ProbeContext, { target, token, facts }: ProbedProof): Promise<ProbeResult<'repository'>> {
  const { reader, record, services } = context;
  const linked = await linkedRepository(reader, record.key, target, services.hosts);
  if (!linked.ok) return refused('no_longer_linked');
  const faults: ProofFailure[] = [];
  for (const [index, address] of tokenFilesOf(linked.value.repository, services.hosts).entries()) {
    const file = await services.file(address);
    if (!file.ok || !fileHasToken(file.value.text, token ?? '')) {
      faults.push(file.ok ? 'no_token' : file.code);
      continue;
    }
    const owner = await readOwnerFacts(context, { ...linked.value, file: tokenFiles[index] ?? tokenFiles[0] });
    // A path can be registered again by somebody else, so the proof is bound to the owner's id.
    const earlierOwnerId = facts?.ownerId ?? null;
    if (earlierOwnerId !== null && !owner.ok) return owner;
    if (earlierOwnerId !== null && owner.ok && owner.value.ownerId !== earlierOwnerId) return refused('owner_changed');
    return done({ by: 'repository', ...linked.value, ...(owner.ok ? owner.value : unknownOwner) });
  }
  return refused(faults.find((each) => each !== 'not_found') ?? 'not_found');
}

type OwnerFacts = Pick<Evidence<'repository'>, 'ownerId' | 'printedCommitter'>;
const unknownOwner: OwnerFacts = { ownerId: null, printedCommitter: false };

/**
 * Returns what a code host states about the owner of a repository and the committer of the token. For a host without an API, all is
 * unknown.
 */
async function readOwnerFacts(
  { reader, record, services }: ProbeContext,
  { repository, file }: { repository: string; file: string },
): Promise<Outcome<OwnerFacts, 'no_answer'>> {
  const { host, pathname } = new URL(repository);
  const api = services.apis.get(host)?.replace(/\/+$/, '');
  if (api === undefined) return done(unknownOwner);
  const readJson = async <Value>(path: string, parse: (json: unknown) => Value): Promise<Value | null> => {
    const response = await services.json(`${api}${path}`);
    try {
      return response.ok ? parse(response.value) : null;
    } catch {
      return null;
    }
  };
  const ownerId = await readJson(`/repos${pathname}`, readRepositoryOwnerId);
  if (ownerId === null) return refused('no_answer');
  const commit = await readJson(`/repos${pathname}/commits?path=${encodeURIComponent(file)}&per_page=1`, readFileCommit);
  const address = commit?.verified === true ? commit.authorEmail : null;
  return done({ ownerId, printedCommitter: address !== null && (await isStrongPrinting(reader, record, address)) });
}

const isStrongPrinting = async (reader: Reader, record: ProvenRecord, address: string): Promise<boolean> => {
  const printing = await printedEvidence(reader, record, address);
  return printing !== null && strengthOf(printing) === 'strong';
};
