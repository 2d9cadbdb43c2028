import { z } from 'zod';
import { arxivIdOfDoi, readArxivId, readDoi } from '#lib/catalog/bibliography/identifiers.ts';
import { joinNameParts, readNames } from '#lib/catalog/bibliography/names.ts';
import { dayOf } from '#lib/platform/clock.ts';
import { fetchJson } from '#lib/platform/http/fetch-json.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';

/** A work of an ORCID record, with the data needed for comparison. */
export interface OrcidWork {
  putCode: number;
  title: string | null;
  /** DOI in lower case without resolver, arXiv id without version. */
  identifiers: { scheme: 'doi' | 'arxiv'; value: string }[];
  /** Name of the organisation that added the work; null if the holder of the iD did, possibly with a search tool. */
  assertedBy: string | null;
  /** ORCID's type of the work ("journal-article", "preprint"); null if it states none. */
  type: string | null;
  year: number | null;
  venue: string | null;
}

/** A contributor of a work on an ORCID record. */
interface OrcidContributor {
  name: string | null;
  orcid: string | null;
}

const valueSchema = z.object({ value: z.string() }).nullish();
const externalIdsSchema = z
  .object({
    'external-id': z.array(
      z.object({ 'external-id-type': z.string(), 'external-id-value': z.string(), 'external-id-relationship': z.string().nullish() }),
    ),
  })
  .nullish();
const pathSchema = z.object({ path: z.string().nullish() }).nullish();
/** Who added an item to an ORCID record (ORCID's "source" and "assertion origin", API 3.0). */
const sourceSchema = z
  .object({
    'source-orcid': pathSchema,
    'source-client-id': pathSchema,
    'source-name': valueSchema,
    'assertion-origin-orcid': pathSchema,
    'assertion-origin-client-id': pathSchema,
    'assertion-origin-name': valueSchema,
  })
  .nullish();
const workSummarySchema = z.object({
  'put-code': z.number(),
  title: z.object({ title: valueSchema }).nullish(),
  'external-ids': externalIdsSchema,
  source: sourceSchema,
  type: z.string().nullish().catch(null),
  'publication-date': z.object({ year: valueSchema }).nullish().catch(null),
  'journal-title': valueSchema.catch(null),
});
const worksSchema = z.object({
  group: z.array(z.object({ 'external-ids': externalIdsSchema, 'work-summary': z.array(workSummarySchema) })),
});
const contributorsSchema = z.object({
  bulk: z.array(
    z.object({
      work: z
        .object({
          'put-code': z.number().nullish(),
          contributors: z
            .object({ contributor: z.array(z.object({ 'credit-name': valueSchema, 'contributor-orcid': pathSchema })) })
            .nullish(),
        })
        .nullish(),
    }),
  ),
});

/** Returns the work's own identifiers. Identifiers of a container (a book's ISBN, a volume's DOI) are excluded. */
function ownIdentifiers(ids: z.infer<typeof externalIdsSchema>): OrcidWork['identifiers'] {
  return (ids?.['external-id'] ?? []).flatMap((id): OrcidWork['identifiers'] => {
    if ((id['external-id-relationship'] ?? 'self').toLowerCase() !== 'self') return [];
    const type = id['external-id-type'].toLowerCase();
    const value = id['external-id-value'];
    const arxiv = type === 'arxiv' ? readArxivId(value) : null;
    if (arxiv) return [{ scheme: 'arxiv', value: arxiv }];
    const doi = type === 'doi' ? readDoi(value) : null;
    const preprint = arxivIdOfDoi(doi);
    return doi ? [{ scheme: 'doi', value: doi }, ...(preprint ? [{ scheme: 'arxiv' as const, value: preprint }] : [])] : [];
  });
}

/**
 * Tools with which the holder of an iD searches a catalogue and adds selected items: such items are the holder's own assertions. Newer
 * tools state this with an assertion origin; these are recognised by name.
 */
const searchAndLinkTool =
  /\b(search|wizard|link(ing)?|crossref metadata search|datacite search|scopus|researcherid|publons|web of science|europe pubmed central|europepmc|base - bielefeld|bielefeld academic|isni2orcid|mla international|airiti|the lens|dimensions|mendeley|sciprofiles|scienceopen|researchgate|academia\.edu|kudos|figshare|zenodo|google scholar|hal|osf|open science framework|ssrn|authorea|frontiers loop|sciencv|my ncbi|researchmap|astrophysics data system|inspire|inspire-hep|redalyc)\b/i;

/**
 * Returns the name of the organisation that asserts an item of an ORCID record. Null if the holder does: by hand, through a trusted person,
 * or with a tool that adds selected items.
 */
function assertingOrganisationOf(source: z.infer<typeof sourceSchema>): string | null {
  if (!source?.['source-client-id']?.path || source['source-orcid']?.path || source['assertion-origin-orcid']?.path) return null;
  const name = (source['assertion-origin-name']?.value ?? source['source-name']?.value ?? '').trim().slice(0, 200);
  return name === '' || searchAndLinkTool.test(name) || searchAndLinkTool.test(source['source-name']?.value ?? '') ? null : name;
}

/** Parses the works of an ORCID record, API 3.0 (`/{iD}/works`). @throws ZodError if the format differs */
export function readOrcidWorks(json: unknown): OrcidWork[] {
  return worksSchema.parse(json).group.flatMap((group) =>
    group['work-summary'].map((work) => ({
      putCode: work['put-code'],
      title: work.title?.title?.value ?? null,
      // For an item of another party, only its own identifiers count: those of the group may come from items that the holder added.
      identifiers: [
        ...(assertingOrganisationOf(work.source) ? [] : ownIdentifiers(group['external-ids'])),
        ...ownIdentifiers(work['external-ids']),
      ],
      assertedBy: assertingOrganisationOf(work.source),
      type: work.type ?? null,
      year: Number(work['publication-date']?.year?.value) || null,
      venue: work['journal-title']?.value ?? null,
    })),
  );
}

/** Parses the contributors of several works, by put-code, from the bulk response (`/{iD}/works/{put-code},…`). */
export function readOrcidContributors(json: unknown): Map<number, OrcidContributor[]> {
  const contributorsByPutCode = new Map<number, OrcidContributor[]>();
  for (const { work } of contributorsSchema.parse(json).bulk) {
    const contributors = (work?.contributors?.contributor ?? []).map((each) => ({
      name: each['credit-name']?.value ?? null,
      orcid: each['contributor-orcid']?.path ?? null,
    }));
    if (work?.['put-code'] != null) contributorsByPutCode.set(work['put-code'], contributors);
  }
  return contributorsByPutCode;
}

const historySchema = z.object({ history: z.object({ 'submission-date': z.object({ value: z.number() }).nullish() }).nullish() });

/** Parses the date on which an iD was registered (YYYY-MM-DD, UTC) from its record (`/{iD}/record`); null if it is missing. */
export function readOrcidRegistration(json: unknown): string | null {
  const submittedAtMs = historySchema.parse(json).history?.['submission-date']?.value;
  return submittedAtMs === undefined ? null : dayOf(new Date(submittedAtMs));
}

const personSchema = z.object({
  name: z.object({ 'given-names': valueSchema, 'family-name': valueSchema, 'credit-name': valueSchema }).nullish(),
  'other-names': z.object({ 'other-name': z.array(z.object({ content: z.string() })) }).nullish(),
});

/**
 * Parses the public names of an ORCID record (`/{iD}/person`): given and family name, credit name, other names. Empty if they are private.
 */
function readOrcidNames(json: unknown): string[] {
  const { name, 'other-names': others } = personSchema.parse(json);
  const fullName = joinNameParts({ given: name?.['given-names']?.value ?? '', family: name?.['family-name']?.value ?? '' });
  const names = [fullName, name?.['credit-name']?.value ?? '', ...(others?.['other-name'] ?? []).map(({ content }) => content)];
  return [...new Set(names.map((each) => each.trim()).filter((each) => each !== ''))];
}

/** The name that the holder of an iD publishes under ("Published name" at ORCID), with the family name if it ends with it. */
interface PublishedName {
  name: string;
  family: string | null;
}

/** Parses the published name of an ORCID record (`/{iD}/person`, `credit-name`); null if there is none that everybody may read. */
export function readPublishedName(json: unknown): PublishedName | null {
  const { name: stated } = personSchema.parse(json);
  const [written] = readNames(stated?.['credit-name']?.value.slice(0, maxNameCharacters) ?? '').names;
  if (!written || written.organisation) return null;
  const family = stated?.['family-name']?.value.trim() ?? '';
  return { name: written.name, family: family !== '' && written.name.endsWith(` ${family}`) ? family : (written.family ?? null) };
}

const maxNameCharacters = 200;

/** A current employment on an ORCID record that the organisation itself has added. */
interface OrcidEmployment {
  /** As ORCID writes it. */
  organisation: string;
  /** ROR id without its URL. */
  rorId: string;
}

const employmentsSchema = z.object({
  'affiliation-group': z.array(
    z.object({
      summaries: z.array(
        z.object({
          'employment-summary': z.object({
            source: z
              .object({
                'source-client-id': z.object({ path: z.string() }).nullish(),
                'source-name': valueSchema,
                'assertion-origin-orcid': z.object({ path: z.string() }).nullish(),
                'assertion-origin-name': valueSchema,
              })
              .nullish(),
            'end-date': z.unknown().nullish(),
            organization: z.object({
              name: z.string(),
              'disambiguated-organization': z
                .object({ 'disambiguated-organization-identifier': z.string().nullish(), 'disambiguation-source': z.string().nullish() })
                .nullish(),
            }),
          }),
        }),
      ),
    }),
  ),
});

const foldName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Parses the employments of an ORCID record, API 3.0 (`/{iD}/employments`). Returns only those without an end date that an ORCID member has
 * added itself, neither the person nor a delegate. The member must be the employer by name, and the employer must have a ROR id.
 */
export function readOrcidEmployments(json: unknown): OrcidEmployment[] {
  const summaries = employmentsSchema
    .parse(json)
    ['affiliation-group'].flatMap(({ summaries }) => summaries.map((each) => each['employment-summary']));
  return summaries.flatMap(({ source, 'end-date': end, organization }): OrcidEmployment[] => {
    if (end || !source?.['source-client-id'] || source['assertion-origin-orcid']) return [];
    if (foldName(source['source-name']?.value ?? '') !== foldName(organization.name)) return [];
    const registryId = organization['disambiguated-organization'];
    const rorId = /^(?:https?:\/\/ror\.org\/)?(0[a-z0-9]{8})$/.exec(registryId?.['disambiguated-organization-identifier'] ?? '')?.[1];
    return registryId?.['disambiguation-source'] === 'ROR' && rorId ? [{ organisation: organization.name, rorId }] : [];
  });
}

/** The calls of ORCID's public API that claims need. */
export interface OrcidApi {
  employments(orcid: string): Promise<Outcome<OrcidEmployment[], 'orcid_unreachable'>>;
  names(orcid: string): Promise<Outcome<string[], 'orcid_unreachable'>>;
  publishedName(orcid: string): Promise<Outcome<PublishedName | null, 'orcid_unreachable'>>;
  works(orcid: string): Promise<Outcome<OrcidWork[], 'orcid_unreachable'>>;
  contributors(orcid: string, putCodes: number[]): Promise<Outcome<Map<number, OrcidContributor[]>, 'orcid_unreachable'>>;
  /** The date on which the iD was registered, YYYY-MM-DD; null if it is missing. */
  registration(orcid: string): Promise<Outcome<string | null, 'orcid_unreachable'>>;
}

const maxWorksPerRequest = 50;

/** Creates a client for the public API at a base URL such as https://pub.orcid.org/v3.0. An unknown iD returns empty results. */
export function createOrcidApi(address: string): OrcidApi {
  const base = address.replace(/\/+$/, '');
  const fetchParsed = async <Value>(
    path: string,
    empty: Value,
    parse: (json: unknown) => Value,
  ): Promise<Outcome<Value, 'orcid_unreachable'>> => {
    const response = await fetchJson(`${base}${path}`);
    if (!response.ok) return response.code === 'not_found' ? done(empty) : refused('orcid_unreachable');
    try {
      return done(parse(response.value));
    } catch {
      return refused('orcid_unreachable');
    }
  };
  return {
    employments: (orcid) => fetchParsed(`/${orcid}/employments`, [], readOrcidEmployments),
    names: (orcid) => fetchParsed(`/${orcid}/person`, [], readOrcidNames),
    publishedName: (orcid) => fetchParsed(`/${orcid}/person`, null, readPublishedName),
    works: (orcid) => fetchParsed(`/${orcid}/works`, [], readOrcidWorks),
    contributors: (orcid, putCodes) =>
      fetchParsed(`/${orcid}/works/${putCodes.slice(0, maxWorksPerRequest).join(',')}`, new Map(), readOrcidContributors),
    registration: (orcid) => fetchParsed(`/${orcid}/record`, null, readOrcidRegistration),
  };
}

const addressesSchema = z.object({
  'researcher-url': z.array(z.object({ url: valueSchema, 'created-date': z.object({ value: z.number() }).nullish() })),
});

/** A web address on an ORCID record, and the date on which it was added (YYYY-MM-DD); null if it is missing. */
export interface OrcidWebAddress {
  url: string;
  addedOn: string | null;
}

/** Fetches the web addresses on an ORCID record (`/{iD}/researcher-urls`); empty if ORCID is unreachable. */
export async function fetchOrcidWebAddresses(address: string, orcid: string): Promise<OrcidWebAddress[]> {
  const response = await fetchJson(`${address.replace(/\/+$/, '')}/${orcid}/researcher-urls`);
  const parsed = response.ok ? addressesSchema.safeParse(response.value) : null;
  if (!parsed?.success) return [];
  return parsed.data['researcher-url'].flatMap(({ url, 'created-date': created }) => {
    if (!url?.value) return [];
    return { url: url.value, addedOn: created ? dayOf(new Date(created.value)) : null };
  });
}
