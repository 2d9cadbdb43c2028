import type { OrcidApi, OrcidWork } from '#lib/catalog/sources/orcid.ts';
import type { ClaimEvidence } from '#lib/governance/claims/model/proof-methods.ts';
import { repositoryHosts } from '#lib/governance/claims/model/targets.ts';
import type { ProofServices } from '#lib/governance/claims/probes/services.ts';
import { done, refused } from '#lib/platform/outcome.ts';

type Evidence<By extends ClaimEvidence['by']> = Extract<ClaimEvidence, { by: By }>;

/** Evidence as the checks return it: strong if another party connects the target to the author, fair if only its holder does. */
export const strongDns = (domain: string): Evidence<'dns'> => ({
  by: 'dns',
  domain,
  namedBy: 'orcid',
  ownedBy: { by: 'orcid', since: '2020-01-01' },
  registeredOn: '2015-01-01',
});

export const fairDns = (domain: string): Evidence<'dns'> => ({ by: 'dns', domain, namedBy: 'w', ownedBy: null, registeredOn: null });

export const fairPage = (page: string): Evidence<'rel_me'> => ({ by: 'rel_me', page, ownedBy: null, registeredOn: null });

export const strongRepository = (repository: string, work = 'w'): Evidence<'repository'> => ({
  by: 'repository',
  repository,
  work,
  ownerId: '1',
  printedCommitter: true,
});

export const fairRepository = (repository: string, work = 'w'): Evidence<'repository'> => ({
  ...strongRepository(repository, work),
  ownerId: null,
  printedCommitter: false,
});

const establishedOrcid = { overlaps: [], registeredOn: '2014-05-01', ageDays: 4_000 };

/** An iD to whose record Crossref has added a shared work. */
export const strongOrcid = (orcid: string, what = '10.1/x'): Evidence<'orcid'> => ({
  by: 'orcid',
  orcid,
  overlap: { by: 'identifier', what, assertedBy: 'Crossref', signer: 'this_author' },
  ...establishedOrcid,
  overlaps: [{ what, assertedBy: 'Crossref' }],
});

/** An iD whose holder has added the shared work. */
export const selfAssertedOrcid = (orcid: string, what = '10.1/x'): Evidence<'orcid'> => ({
  by: 'orcid',
  orcid,
  overlap: { by: 'identifier', what, assertedBy: null, signer: 'not_told' },
  ...establishedOrcid,
});

/** An iD that shares no work with the record. */
export const untiedOrcid = (orcid: string): Evidence<'orcid'> => ({ by: 'orcid', orcid, overlap: null, ...establishedOrcid });

interface Place {
  domain: string;
  rorId: string;
  organisation: string;
}

/** An email address at the main domain of an affiliation of the record, whose local part is derived from the name. */
export const namedAddress = (place: Place): Evidence<'institution_email'> => ({
  by: 'institution_email',
  ...place,
  atAffiliation: true,
  bearsName: true,
  fitsNamesake: false,
  atStaffHost: true,
  onStaffList: false,
});

/** An email address at an affiliation of the record, whose local part is not derived from the name. */
export const anyAddress = (place: Place): Evidence<'institution_email'> => ({ ...namedAddress(place), bearsName: false });

/** A work on an ORCID record, added by Crossref. */
export const orcidItem = (more: Partial<OrcidWork> = {}): OrcidWork => ({
  putCode: 1,
  title: 'x',
  identifiers: [],
  assertedBy: 'Crossref',
  type: 'journal-article',
  year: null,
  venue: null,
  ...more,
});

/** Contributors in which the iD is beside a name, for some works by their codes. */
export const entryBeside =
  (name: string, ...putCodes: number[]): OrcidApi['contributors'] =>
  async (orcid) =>
    done(new Map(putCodes.map((code) => [code, [{ name, orcid }]])));

/** An ORCID API whose records are empty. */
export const emptyOrcidApi: OrcidApi = {
  employments: async () => done([]),
  names: async () => done([]),
  publishedName: async () => done(null),
  works: async () => done([]),
  contributors: async () => done(new Map()),
  registration: async () => done('2014-05-01'),
};

/** Probes that find nothing. Tests override those that they need. */
export const emptyServices: ProofServices = {
  page: async () => refused('not_found'),
  file: async () => refused('not_found'),
  json: async () => refused('not_found'),
  records: async () => refused('no_record_found'),
  orcidAddresses: async () => [],
  orcid: emptyOrcidApi,
  hosts: repositoryHosts('github.com=https://raw.example/{path}/HEAD/{file}'),
  apis: repositoryHosts('github.com=https://api.example'),
  registry: async () => done(null),
  trustedRepositories: [],
  staffMailHosts: [],
  rdap: 'https://rdap.example',
  publicUrl: 'https://peergraph.example',
  mayBeLocal: false,
};
