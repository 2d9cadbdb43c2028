import { and, eq } from 'drizzle-orm';
import { type OrcidAddress, type OrcidApi, orcidAddresses, orcidApi } from '#lib/catalog/sources/orcid.ts';
import { readRegistration } from '#lib/catalog/sources/rdap.ts';
import { readAccountDay, readFileCommit, readOwner } from '#lib/catalog/sources/repository-host.ts';
import { logins } from '#lib/platform/db/schema/accounts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { type FetchFault, fetchPublic, textRecords } from '#lib/platform/safe-fetch.ts';
import { jsonIn } from '#lib/platform/text/json.ts';
import { namespaceBearsName, namespaceOf } from './model/address-names.ts';
import { type ClaimEvidence, type DomainOwner, evidence, type Failure, type ProofKind } from './model/proofs.ts';
import { isEverybodys, isNobodys, type RepositoryHosts, repositoryHosts, suffixesOf, tokenFiles, tokenFilesOf } from './model/targets.ts';
import { isInFile, isInRecords, pageFault, readPage } from './model/token-matching.ts';
import { addressName, affiliationsOf, hasNamesakeAt, organisationOf, organisationsAt } from './queries/institutions.ts';
import { linkedRepository, namedDomain, pageOwner } from './queries/places.ts';
import { workPrinting } from './queries/printed.ts';
import { employmentProof, orcidProof } from './queries/proofs.ts';
import { addressesOfRecord, type ProvenRecord, provenRecord } from './queries/proven-record.ts';
import { namesOf, signersOf } from './queries/record-names.ts';

/** The external services that probes use; tests provide their own. */
export interface ProofProbes {
  page(address: string): Promise<Outcome<{ text: string; url: string }, FetchFault>>;
  file(address: string): Promise<Outcome<{ text: string; url: string }, FetchFault>>;
  json(address: string): Promise<Outcome<unknown, FetchFault>>;
  records(name: string): Promise<Outcome<string[], 'no_answer' | 'no_record_found'>>;
  orcidAddresses(orcid: string): Promise<OrcidAddress[]>;
  orcid: OrcidApi;
  hosts: RepositoryHosts;
  /** Base URLs of code host APIs (GitHub REST API), by host; a host without one is not queried. */
  apis: RepositoryHosts;
  /** Base URL for domain registrations (RDAP, RFC 9082). */
  rdap: string;
  publicUrl: string;
}

/** Returns the real services, as configured. */
export function proofProbes(): ProofProbes {
  const { PUBLIC_URL, PROOFS_LOOPBACK, PROOF_DNS_SERVER, REPOSITORY_FILES, REPOSITORY_APIS, RDAP_URL, ORCID_API_URL } = env();
  const options = { userAgent: `Peergraph (+${PUBLIC_URL})`, allowLoopback: PROOFS_LOOPBACK === 'on' };
  return {
    page: (address) => fetchPublic(address, { ...options, types: ['text/html', 'application/xhtml+xml'] }),
    file: (address) => fetchPublic(address, { ...options, types: ['text/plain', 'application/octet-stream'], maxBytes: 16 * 1024 }),
    async json(address) {
      const answer = await fetchPublic(address, { ...options, types: ['application/json', 'application/rdap+json'] });
      if (!answer.ok) return answer;
      const json = jsonIn(answer.value.text);
      return json === undefined ? refused('wrong_type') : done(json);
    },
    records: (name) => textRecords(name, PROOF_DNS_SERVER),
    orcidAddresses: (orcid) => orcidAddresses(ORCID_API_URL, orcid),
    orcid: orcidApi(ORCID_API_URL),
    hosts: repositoryHosts(REPOSITORY_FILES),
    apis: repositoryHosts(REPOSITORY_APIS),
    rdap: RDAP_URL,
    publicUrl: PUBLIC_URL,
  };
}

interface LookedFor {
  accountId: string;
  authorId: string;
  kind: ProofKind;
  target: string;
  token: string | null;
  /** The stored facts. For a login they include the organisation, which cannot be queried again. */
  facts?: Record<string, unknown>;
}

type Found = Outcome<ClaimEvidence, Failure>;

/**
 * Probes whether the evidence of a proof is there, and whether the record still names the target. Accesses the network, so it must not run
 * inside a transaction. Mailed proofs are not probed: the domain is taken from the address.
 */
export async function probeProof(reader: Reader, proof: LookedFor, world: ProofProbes): Promise<Found> {
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

/** Rechecks whether the record names the organisation of a login. */
async function ofLogin(reader: Reader, record: ProvenRecord, { kind, facts }: LookedFor): Promise<Found> {
  const read = evidence.safeParse({ ...facts, by: kind });
  if (!read.success || read.data.by !== 'federated') return refused('not_found');
  const places = await affiliationsOf(reader, record);
  const { rorId } = read.data;
  const fitsNamesake = rorId === null || (await hasNamesakeAt(reader, record, rorId));
  return done({ ...read.data, atAffiliation: rorId !== null && places.has(rorId), fitsNamesake });
}

async function inDns(reader: Reader, record: ProvenRecord, { target, token }: LookedFor, world: ProofProbes): Promise<Found> {
  const named = await namedDomain(reader, record, target, world.orcidAddresses);
  if (!named.ok) return refused('no_longer_named');
  const faults: Failure[] = [];
  for (const name of [`_peergraph.${target}`, target]) {
    const records = await world.records(name);
    if (records.ok && isInRecords(records.value, token ?? ''))
      return done({ by: 'dns', domain: target, ...named.value, registeredOn: await registrationOf(named.value.ownedBy, target, world) });
    faults.push(records.ok ? 'no_token' : records.code);
  }
  return refused((['no_answer', 'no_token'] as const).find((each) => faults.includes(each)) ?? 'no_record_found');
}

/** Returns the registration date of the longest part of a domain that the registry knows; null if it is unknown or `ownedBy` is null. */
async function registrationOf(ownedBy: DomainOwner | null, domain: string, world: ProofProbes): Promise<string | null> {
  if (!ownedBy) return null;
  for (const name of suffixesOf(domain).slice(-maxRegistryQuestions)) {
    // Above this level are only registry domains, whose date is irrelevant.
    if (isNobodys(name) || isEverybodys(name)) return null;
    const answer = await world.json(`${world.rdap.replace(/\/+$/, '')}/domain/${name}`);
    if (answer.ok) return readRegistration(answer.value);
    if (answer.code !== 'not_found') return null;
  }
  return null;
}

const maxRegistryQuestions = 4;

async function inRepository(reader: Reader, record: ProvenRecord, { target, token, facts }: LookedFor, world: ProofProbes): Promise<Found> {
  const linked = await linkedRepository(reader, record.key, target, world.hosts);
  if (!linked.ok) return refused('no_longer_linked');
  const faults: Failure[] = [];
  for (const [at, address] of tokenFilesOf(linked.value.repository, world.hosts).entries()) {
    const file = await world.file(address);
    if (!file.ok || !isInFile(file.value.text, token ?? '')) {
      faults.push(file.ok ? 'no_token' : file.code);
      continue;
    }
    const owner = await ownerOf(reader, record, { ...linked.value, file: tokenFiles[at] ?? tokenFiles[0] }, world);
    // A path can be registered again by somebody else, so the proof is bound to the owner's id.
    const before = facts?.ownerId ?? null;
    if (before !== null && !owner.ok) return owner;
    if (before !== null && owner.ok && owner.value.ownerId !== before) return refused('owner_changed');
    return done({ by: 'repository', ...linked.value, ...(owner.ok ? owner.value : unknownOwner) });
  }
  return refused(faults.find((each) => each !== 'not_found') ?? 'not_found');
}

type OwnerFacts = Omit<Extract<ClaimEvidence, { by: 'repository' }>, 'by' | 'repository' | 'work'>;
const unknownOwner: OwnerFacts = {
  ownerId: null,
  committedByOwner: false,
  namespaceBearsName: false,
  ownerOlderThanWork: false,
  printedCommitter: false,
};

/**
 * Returns what a code host states about the owner of a repository and the committer of the token. For a host without an API, all is
 * unknown.
 */
async function ownerOf(
  reader: Reader,
  record: ProvenRecord,
  { repository, work, file }: { repository: string; work: string; file: string },
  world: ProofProbes,
): Promise<Outcome<OwnerFacts, 'no_answer'>> {
  const { host, pathname } = new URL(repository);
  const api = world.apis.get(host)?.replace(/\/+$/, '');
  if (api === undefined) return done(unknownOwner);
  const ask = async <Value>(path: string, read: (json: unknown) => Value): Promise<Value | null> => {
    const answer = await world.json(`${api}${path}`);
    try {
      return answer.ok ? read(answer.value) : null;
    } catch {
      return null;
    }
  };
  const owner = await ask(`/repos${pathname}`, readOwner);
  if (!owner) return refused('no_answer');
  const commit = await ask(`/repos${pathname}/commits?path=${encodeURIComponent(file)}&per_page=1`, readFileCommit);
  const day = owner.isPerson ? await ask(`/users/${owner.login}`, (json) => readAccountDay(json, owner.id)) : null;
  const signers = await signersOf(reader, record, work);
  // Compares with the URL in the work: for a moved repository the host returns the namespace of its new owner.
  const isAsPrinted = owner.login.toLowerCase() === namespaceOf(repository);
  const verified = commit?.verified === true;
  return done({
    ownerId: owner.id,
    committedByOwner: verified && owner.isPerson && commit.authorId === owner.id,
    namespaceBearsName: isAsPrinted && namespaceBearsName(repository, signers),
    ownerOlderThanWork: day !== null && signers.year !== null && Number(day.slice(0, 4)) <= signers.year,
    printedCommitter: verified && commit.authorEmail !== null && (await isPrintedAtOrganisation(reader, record, commit.authorEmail)),
  });
}

/** Whether a source prints an address beside the record's name, at a domain of an organisation in the ROR registry. */
const isPrintedAtOrganisation = async (reader: Reader, record: ProvenRecord, address: string): Promise<boolean> =>
  (await organisationsAt(reader, domainIn(address))).length > 0 && (await workPrinting(reader, record.key, address)) !== null;

const domainIn = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

async function onPage(reader: Reader, record: ProvenRecord, { target }: LookedFor, world: ProofProbes): Promise<Found> {
  const page = await world.page(target);
  if (!page.ok) return page;
  const names = await namesOf(reader, record);
  const fault = pageFault(readPage(page.value.text, page.value.url), names, await addressesOfRecord(reader, record, world.publicUrl));
  if (fault) return refused(fault);
  // Uses the URL after redirects: a host that redirects anywhere makes no statement of its own.
  const read = new URL(page.value.url);
  const isThere = read.host.replace(/^www\./, '') === new URL(target).host.replace(/^www\./, '');
  const shown = isThere ? target : read.href;
  // A page that only redirects to another host is not owned.
  const ownedBy = isThere ? await pageOwner(reader, record, read.href, world.orcidAddresses) : null;
  return done({ by: 'rel_me', page: shown, ownedBy, registeredOn: await registrationOf(ownedBy, read.hostname, world) });
}

async function atInstitution(reader: Reader, record: ProvenRecord, address: string): Promise<Found> {
  const there = await organisationOf(reader, record, domainIn(address));
  if (!there.ok) return refused('no_longer_named');
  const printed = await workPrinting(reader, record.key, address);
  return done({ by: 'institution_email', ...there.value, ...(await addressName(reader, record, address, there.value.rorId)), printed });
}

async function onWork(reader: Reader, record: ProvenRecord, address: string): Promise<Found> {
  const work = await workPrinting(reader, record.key, address);
  if (!work) return refused('no_longer_named');
  return done({ by: 'printed_email', work, atOrganisation: (await organisationsAt(reader, domainIn(address))).length > 0 });
}

/** Returns what currently ties the iD of the account to the record. The caller compares it with the stored evidence. */
async function atOrcid(reader: Reader, { accountId, authorId, kind, target }: LookedFor, world: ProofProbes): Promise<Found> {
  const [login] = await reader
    .select({ orcid: logins.providerAccountId })
    .from(logins)
    .where(and(eq(logins.userId, accountId), eq(logins.provider, 'orcid')));
  if (login?.orcid !== target) return refused('no_longer_linked');
  if (kind === 'orcid_employment') {
    const employed = await employmentProof(reader, { accountId }, authorId, world.orcid);
    if (employed.ok) return done(employed.value);
    return refused(employed.code === 'orcid_unreachable' ? 'no_answer' : 'no_longer_named');
  }
  const found = await orcidProof(reader, { accountId }, authorId, world.orcid);
  if (!found.ok) return refused(found.code === 'orcid_unreachable' ? 'no_answer' : 'not_found');
  return done(found.value);
}
