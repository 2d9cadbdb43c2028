import { and, eq } from 'drizzle-orm';
import { logins } from '../../db/schema/accounts.ts';
import type { Reader } from '../../db/store.ts';
import { env } from '../../env.ts';
import { type OrcidApi, orcidAddresses, orcidApi } from '../../importers/orcid.ts';
import { done, type Outcome, refused } from '../../outcome.ts';
import { type FetchFault, fetchPublic, textRecords } from '../../outside.ts';
import { isInFile, isInRecords, pageFault, readPage } from '../model/found.ts';
import { type ClaimEvidence, evidence, type Failure, type ProofKind } from '../model/proofs.ts';
import { type RepositoryHosts, repositoryHosts, tokenFilesOf } from '../model/targets.ts';
import {
  addressesOfRecord,
  affiliationsOf,
  linkedRepository,
  namedDomain,
  namesOf,
  organisationOf,
  type ProvenRecord,
  provenRecord,
} from './bindings.ts';
import { workPrinting } from './printed.ts';
import { employmentProof, orcidProof } from './proofs.ts';

/** What a look may ask of the world outside; tests bring a world of their own. */
export interface Outside {
  page(address: string): Promise<Outcome<{ text: string; url: string }, FetchFault>>;
  file(address: string): Promise<Outcome<{ text: string; url: string }, FetchFault>>;
  records(name: string): Promise<Outcome<string[], 'no_answer' | 'no_record_found'>>;
  orcidAddresses(orcid: string): Promise<string[]>;
  orcid: OrcidApi;
  hosts: RepositoryHosts;
  publicUrl: string;
}

/** The open internet, as this instance's settings let it be asked. */
export function outside(): Outside {
  const { PUBLIC_URL, PROOFS_LOOPBACK, PROOF_DNS_SERVER, REPOSITORY_FILES, ORCID_API_URL } = env();
  const options = { userAgent: `Peergraph (+${PUBLIC_URL})`, allowLoopback: PROOFS_LOOPBACK === 'on' };
  return {
    page: (address) => fetchPublic(address, { ...options, types: ['text/html', 'application/xhtml+xml'] }),
    file: (address) => fetchPublic(address, { ...options, types: ['text/plain', 'application/octet-stream'], mostBytes: 16 * 1024 }),
    records: (name) => textRecords(name, PROOF_DNS_SERVER),
    orcidAddresses: (orcid) => orcidAddresses(ORCID_API_URL, orcid),
    orcid: orcidApi(ORCID_API_URL),
    hosts: repositoryHosts(REPOSITORY_FILES),
    publicUrl: PUBLIC_URL,
  };
}

export interface LookedFor {
  accountId: string;
  authorId: string;
  kind: ProofKind;
  target: string;
  token: string | null;
  /** What was found before; of a login the organisation, which nobody can be asked again. */
  facts?: Record<string, unknown>;
}

type Found = Outcome<ClaimEvidence, Failure>;

/**
 * Looks whether what a proof asks for is there now, and whether the record still names the place. Asks the network: never inside a
 * transaction. For mail there is nothing to look at: the domain is read from the address.
 */
export async function lookFor(reader: Reader, proof: LookedFor, world: Outside): Promise<Found> {
  const record = await provenRecord(reader, proof.authorId);
  if (!record) return refused('not_found');
  switch (proof.kind) {
    case 'dns':
      return inDns(reader, record, proof, world);
    case 'repository':
      return inRepository(reader, record, proof, world);
    case 'rel_me':
      return onPage(reader, record, proof, world);
    case 'institution_email':
      return atInstitution(reader, record, proof.target);
    case 'printed_email':
      return onWork(reader, record, proof.target);
    case 'orcid':
    case 'orcid_employment':
      return atOrcid(reader, proof, world);
    case 'federated':
      return ofLogin(reader, record, proof);
    default:
      return refused('not_found');
  }
}

/** Whether the record still names the organisation of a login. */
async function ofLogin(reader: Reader, record: ProvenRecord, { kind, facts }: LookedFor): Promise<Found> {
  const read = evidence.safeParse({ ...facts, by: kind });
  if (!read.success || read.data.by !== 'federated') return refused('not_found');
  const places = await affiliationsOf(reader, record);
  return done({ ...read.data, atAffiliation: read.data.rorId !== null && places.has(read.data.rorId) });
}

async function inDns(reader: Reader, record: ProvenRecord, { target, token }: LookedFor, world: Outside): Promise<Found> {
  const named = await namedDomain(reader, record, target, world.orcidAddresses);
  if (!named.ok) return refused('no_longer_named');
  const faults: Failure[] = [];
  for (const name of [`_peergraph.${target}`, target]) {
    const records = await world.records(name);
    if (records.ok && isInRecords(records.value, token ?? '')) return done({ by: 'dns', domain: target, namedBy: named.value });
    faults.push(records.ok ? 'no_token' : records.because);
  }
  return refused((['no_answer', 'no_token'] as const).find((each) => faults.includes(each)) ?? 'no_record_found');
}

async function inRepository(reader: Reader, record: ProvenRecord, { target, token }: LookedFor, world: Outside): Promise<Found> {
  const linked = await linkedRepository(reader, record.key, target, world.hosts);
  if (!linked.ok) return refused('no_longer_linked');
  const faults: Failure[] = [];
  for (const address of tokenFilesOf(linked.value.repository, world.hosts)) {
    const file = await world.file(address);
    if (file.ok && isInFile(file.value.text, token ?? '')) return done({ by: 'repository', ...linked.value });
    faults.push(file.ok ? 'no_token' : file.because);
  }
  return refused(faults.find((each) => each !== 'not_found') ?? 'not_found');
}

async function onPage(reader: Reader, record: ProvenRecord, { target }: LookedFor, world: Outside): Promise<Found> {
  const page = await world.page(target);
  if (!page.ok) return page;
  const names = await namesOf(reader, record);
  const fault = pageFault(readPage(page.value.text, page.value.url), names, await addressesOfRecord(reader, record, world.publicUrl));
  // What was read stands where the redirects ended: a host that leads anybody anywhere has said nothing itself.
  const read = new URL(page.value.url);
  const isThere = read.host.replace(/^www\./, '') === new URL(target).host.replace(/^www\./, '');
  return fault ? refused(fault) : done({ by: 'rel_me', page: isThere ? target : read.href });
}

async function atInstitution(reader: Reader, record: ProvenRecord, address: string): Promise<Found> {
  const there = await organisationOf(reader, record, address.slice(address.lastIndexOf('@') + 1));
  return there.ok ? done({ by: 'institution_email', ...there.value }) : refused('no_longer_named');
}

async function onWork(reader: Reader, record: ProvenRecord, address: string): Promise<Found> {
  const work = await workPrinting(reader, record.key, address);
  return work ? done({ by: 'printed_email', work }) : refused('no_longer_named');
}

/** What ties the iD of the account to the record now; whether that is as much as before is for the caller to compare. */
async function atOrcid(reader: Reader, { accountId, authorId, kind, target }: LookedFor, world: Outside): Promise<Found> {
  const [login] = await reader
    .select({ orcid: logins.providerAccountId })
    .from(logins)
    .where(and(eq(logins.userId, accountId), eq(logins.provider, 'orcid')));
  if (login?.orcid !== target) return refused('no_longer_linked');
  if (kind === 'orcid_employment') {
    const employed = await employmentProof(reader, { accountId }, authorId, world.orcid);
    if (employed.ok) return done(employed.value);
    return refused(employed.because === 'orcid_unreachable' ? 'no_answer' : 'no_longer_named');
  }
  const found = await orcidProof(reader, { accountId }, authorId, world.orcid);
  if (!found.ok) return refused(found.because === 'orcid_unreachable' ? 'no_answer' : 'not_found');
  return done(found.value);
}
