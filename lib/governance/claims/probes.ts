import { and, eq } from 'drizzle-orm';
import { createOrcidApi, fetchOrcidWebAddresses, type OrcidApi, type OrcidWebAddress } from '#lib/catalog/sources/orcid.ts';
import { readRegistration } from '#lib/catalog/sources/rdap.ts';
import { readAccountCreationDay, readFileCommit, readRepositoryOwner } from '#lib/catalog/sources/repository-host.ts';
import { logins } from '#lib/platform/db/schema/accounts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { type FetchFault, fetchPublic, fetchTxtRecords } from '#lib/platform/safe-fetch.ts';
import { parseJson } from '#lib/platform/text/json.ts';
import { namespaceBearsName, namespaceOf } from './model/address-names.ts';
import { type ClaimEvidence, type DomainOwner, evidenceSchema, type ProofFailure, type ProofKind } from './model/proofs.ts';
import { isPublicDomain, isSharedHost, suffixesOf } from './model/shared-domains.ts';
import { type RepositoryHosts, repositoryHosts, tokenFiles, tokenFilesOf } from './model/targets.ts';
import { fileHasToken, parsePage, recordsHaveToken, relMeFailure } from './model/token-matching.ts';
import { addressNameMatch, affiliationsOf, hasNamesakeAt, organisationOfDomain, organisationsAtDomain } from './queries/institutions.ts';
import { linkedRepository, namedDomain, pageOwner } from './queries/places.ts';
import { workPrintingAddress } from './queries/printed.ts';
import { employmentProof, orcidProof } from './queries/proofs.ts';
import { addressesOfRecord, type ProvenRecord, provenRecord } from './queries/proven-record.ts';
import { nameVariantsOf, signersOf } from './queries/record-names.ts';

/** The external services that probes use; tests provide their own. */
export interface ProofProbes {
  page(address: string): Promise<Outcome<{ text: string; url: string }, FetchFault>>;
  file(address: string): Promise<Outcome<{ text: string; url: string }, FetchFault>>;
  json(address: string): Promise<Outcome<unknown, FetchFault>>;
  records(name: string): Promise<Outcome<string[], 'no_answer' | 'no_record_found'>>;
  orcidAddresses(orcid: string): Promise<OrcidWebAddress[]>;
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
      const response = await fetchPublic(address, { ...options, types: ['application/json', 'application/rdap+json'] });
      if (!response.ok) return response;
      const json = parseJson(response.value.text);
      return json === undefined ? refused('wrong_type') : done(json);
    },
    records: (name) => fetchTxtRecords(name, PROOF_DNS_SERVER),
    orcidAddresses: (orcid) => fetchOrcidWebAddresses(ORCID_API_URL, orcid),
    orcid: createOrcidApi(ORCID_API_URL),
    hosts: repositoryHosts(REPOSITORY_FILES),
    apis: repositoryHosts(REPOSITORY_APIS),
    rdap: RDAP_URL,
    publicUrl: PUBLIC_URL,
  };
}

interface ProbedProof {
  accountId: string;
  authorId: string;
  kind: ProofKind;
  target: string;
  token: string | null;
  /** The stored facts. For a login they include the organisation, which cannot be queried again. */
  facts?: Record<string, unknown>;
}

type ProbeResult = Outcome<ClaimEvidence, ProofFailure>;

/**
 * Probes whether the evidence of a proof is there, and whether the record still names the target. Accesses the network, so it must not run
 * inside a transaction. Mailed proofs are not probed: the domain is taken from the address.
 */
export async function probeProof(reader: Reader, proof: ProbedProof, probes: ProofProbes): Promise<ProbeResult> {
  const record = await provenRecord(reader, proof.authorId);
  if (!record) return refused('not_found');
  switch (proof.kind) {
    case 'dns':
      return probeDns(reader, record, proof, probes);
    case 'repository':
      return probeRepository(reader, record, proof, probes);
    case 'rel_me':
      return probePage(reader, record, proof, probes);
    case 'institution_email':
      return probeInstitutionEmail(reader, record, proof.target);
    case 'printed_email':
      return probePrintedEmail(reader, record, proof.target);
    case 'orcid':
    case 'orcid_employment':
      return probeOrcid(reader, proof, probes);
    case 'federated':
      return probeLogin(reader, record, proof);
    default:
      return refused('not_found');
  }
}

/** Rechecks whether the record names the organisation of a login. */
async function probeLogin(reader: Reader, record: ProvenRecord, { kind, facts }: ProbedProof): Promise<ProbeResult> {
  const parsed = evidenceSchema.safeParse({ ...facts, by: kind });
  if (!parsed.success || parsed.data.by !== 'federated') return refused('not_found');
  const affiliations = await affiliationsOf(reader, record);
  const { rorId } = parsed.data;
  const fitsNamesake = rorId === null || (await hasNamesakeAt(reader, record, rorId));
  return done({ ...parsed.data, atAffiliation: rorId !== null && affiliations.has(rorId), fitsNamesake });
}

async function probeDns(reader: Reader, record: ProvenRecord, { target, token }: ProbedProof, probes: ProofProbes): Promise<ProbeResult> {
  const namedDomainResult = await namedDomain(reader, record, target, probes.orcidAddresses);
  if (!namedDomainResult.ok) return refused('no_longer_named');
  const faults: ProofFailure[] = [];
  for (const name of [`_peergraph.${target}`, target]) {
    const records = await probes.records(name);
    if (records.ok && recordsHaveToken(records.value, token ?? ''))
      return done({
        by: 'dns',
        domain: target,
        ...namedDomainResult.value,
        registeredOn: await registrationDateOf(namedDomainResult.value.ownedBy, target, probes),
      });
    faults.push(records.ok ? 'no_token' : records.code);
  }
  return refused((['no_answer', 'no_token'] as const).find((each) => faults.includes(each)) ?? 'no_record_found');
}

/** Returns the registration date of the longest part of a domain that the registry knows; null if it is unknown or `ownedBy` is null. */
async function registrationDateOf(ownedBy: DomainOwner | null, domain: string, probes: ProofProbes): Promise<string | null> {
  if (!ownedBy) return null;
  for (const name of suffixesOf(domain).slice(-maxRegistryQueries)) {
    // Above this level are only registry domains, whose date is irrelevant.
    if (isPublicDomain(name) || isSharedHost(name)) return null;
    const response = await probes.json(`${probes.rdap.replace(/\/+$/, '')}/domain/${name}`);
    if (response.ok) return readRegistration(response.value);
    if (response.code !== 'not_found') return null;
  }
  return null;
}

const maxRegistryQueries = 4;

async function probeRepository(
  reader: Reader,
  record: ProvenRecord,
  { target, token, facts }: ProbedProof,
  probes: ProofProbes,
): Promise<ProbeResult> {
  const repository = await linkedRepository(reader, record.key, target, probes.hosts);
  if (!repository.ok) return refused('no_longer_linked');
  const faults: ProofFailure[] = [];
  for (const [index, address] of tokenFilesOf(repository.value.repository, probes.hosts).entries()) {
    const file = await probes.file(address);
    if (!file.ok || !fileHasToken(file.value.text, token ?? '')) {
      faults.push(file.ok ? 'no_token' : file.code);
      continue;
    }
    const owner = await readOwnerFacts(reader, record, { ...repository.value, file: tokenFiles[index] ?? tokenFiles[0] }, probes);
    // A path can be registered again by somebody else, so the proof is bound to the owner's id.
    const earlierOwnerId = facts?.ownerId ?? null;
    if (earlierOwnerId !== null && !owner.ok) return owner;
    if (earlierOwnerId !== null && owner.ok && owner.value.ownerId !== earlierOwnerId) return refused('owner_changed');
    return done({ by: 'repository', ...repository.value, ...(owner.ok ? owner.value : unknownOwner) });
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
async function readOwnerFacts(
  reader: Reader,
  record: ProvenRecord,
  { repository, work, file }: { repository: string; work: string; file: string },
  probes: ProofProbes,
): Promise<Outcome<OwnerFacts, 'no_answer'>> {
  const { host, pathname } = new URL(repository);
  const api = probes.apis.get(host)?.replace(/\/+$/, '');
  if (api === undefined) return done(unknownOwner);
  const readJson = async <Value>(path: string, parse: (json: unknown) => Value): Promise<Value | null> => {
    const response = await probes.json(`${api}${path}`);
    try {
      return response.ok ? parse(response.value) : null;
    } catch {
      return null;
    }
  };
  const owner = await readJson(`/repos${pathname}`, readRepositoryOwner);
  if (!owner) return refused('no_answer');
  const commit = await readJson(`/repos${pathname}/commits?path=${encodeURIComponent(file)}&per_page=1`, readFileCommit);
  const day = owner.isPerson ? await readJson(`/users/${owner.login}`, (json) => readAccountCreationDay(json, owner.id)) : null;
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
  (await organisationsAtDomain(reader, domainOfAddress(address))).length > 0 &&
  (await workPrintingAddress(reader, record.key, address)) !== null;

const domainOfAddress = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

async function probePage(reader: Reader, record: ProvenRecord, { target }: ProbedProof, probes: ProofProbes): Promise<ProbeResult> {
  const page = await probes.page(target);
  if (!page.ok) return page;
  const names = await nameVariantsOf(reader, record);
  const fault = relMeFailure(parsePage(page.value.text, page.value.url), names, await addressesOfRecord(reader, record, probes.publicUrl));
  if (fault) return refused(fault);
  // Uses the URL after redirects: a host that redirects anywhere makes no statement of its own.
  const finalUrl = new URL(page.value.url);
  const isSameHost = finalUrl.host.replace(/^www\./, '') === new URL(target).host.replace(/^www\./, '');
  const pageUrl = isSameHost ? target : finalUrl.href;
  // A page that only redirects to another host is not owned.
  const ownedBy = isSameHost ? await pageOwner(reader, record, finalUrl.href, probes.orcidAddresses) : null;
  return done({ by: 'rel_me', page: pageUrl, ownedBy, registeredOn: await registrationDateOf(ownedBy, finalUrl.hostname, probes) });
}

async function probeInstitutionEmail(reader: Reader, record: ProvenRecord, address: string): Promise<ProbeResult> {
  const organisation = await organisationOfDomain(reader, record, domainOfAddress(address));
  if (!organisation.ok) return refused('no_longer_named');
  const printed = await workPrintingAddress(reader, record.key, address);
  return done({
    by: 'institution_email',
    ...organisation.value,
    ...(await addressNameMatch(reader, record, address, organisation.value.rorId)),
    printed,
  });
}

async function probePrintedEmail(reader: Reader, record: ProvenRecord, address: string): Promise<ProbeResult> {
  const work = await workPrintingAddress(reader, record.key, address);
  if (!work) return refused('no_longer_named');
  return done({ by: 'printed_email', work, atOrganisation: (await organisationsAtDomain(reader, domainOfAddress(address))).length > 0 });
}

/** Returns what currently ties the iD of the account to the record. The caller compares it with the stored evidence. */
async function probeOrcid(reader: Reader, { accountId, authorId, kind, target }: ProbedProof, probes: ProofProbes): Promise<ProbeResult> {
  const isOwnOrcid = and(eq(logins.userId, accountId), eq(logins.provider, 'orcid'));
  const [login] = await reader.select({ orcid: logins.providerAccountId }).from(logins).where(isOwnOrcid);
  if (login?.orcid !== target) return refused('no_longer_linked');
  if (kind === 'orcid_employment') {
    const proof = await employmentProof(reader, { accountId }, authorId, probes.orcid);
    if (proof.ok) return done(proof.value);
    return refused(proof.code === 'orcid_unreachable' ? 'no_answer' : 'no_longer_named');
  }
  const proof = await orcidProof(reader, { accountId }, authorId, probes.orcid);
  if (!proof.ok) return refused(proof.code === 'orcid_unreachable' ? 'no_answer' : 'not_found');
  return done(proof.value);
}
