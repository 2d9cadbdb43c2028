import { z } from 'zod';
import { dayOf } from '#lib/platform/clock.ts';
import { fetchJson } from '#lib/platform/http/fetch-json.ts';
import { wholeName } from '#lib/platform/names/written-names.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';

/** One work of an ORCID record, as far as comparing needs it. */
export interface OrcidWork {
  putCode: number;
  title: string | null;
  /** DOI in lower case without its resolver, arXiv id without version. */
  identifiers: { scheme: 'doi' | 'arxiv'; value: string }[];
  /** The organisation that put it there, by its name; null where the holder of the iD did, be it through a search tool. */
  assertedBy: string | null;
}

/** Somebody who has a part in a work, as the item on the ORCID record says. */
interface OrcidContributor {
  name: string | null;
  orcid: string | null;
}

const value = z.object({ value: z.string() }).nullish();
const externalIds = z
  .object({
    'external-id': z.array(
      z.object({ 'external-id-type': z.string(), 'external-id-value': z.string(), 'external-id-relationship': z.string().nullish() }),
    ),
  })
  .nullish();
const path = z.object({ path: z.string().nullish() }).nullish();
/** Who put an item on an ORCID record (ORCID's "source" and "assertion origin", API 3.0). */
const source = z
  .object({
    'source-orcid': path,
    'source-client-id': path,
    'source-name': value,
    'assertion-origin-orcid': path,
    'assertion-origin-client-id': path,
    'assertion-origin-name': value,
  })
  .nullish();
const summary = z.object({
  'put-code': z.number(),
  title: z.object({ title: value }).nullish(),
  'external-ids': externalIds,
  source,
});
const works = z.object({ group: z.array(z.object({ 'external-ids': externalIds, 'work-summary': z.array(summary) })) });
const details = z.object({
  bulk: z.array(
    z.object({
      work: z
        .object({
          'put-code': z.number().nullish(),
          contributors: z.object({ contributor: z.array(z.object({ 'credit-name': value, 'contributor-orcid': path })) }).nullish(),
        })
        .nullish(),
    }),
  ),
});

const doi = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^(https?:\/\/(dx\.)?doi\.org\/|doi:\s*)/, '');

const arxiv = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^(https?:\/\/arxiv\.org\/(abs|pdf)\/|arxiv:\s*)/, '')
    .replace(/v\d+$/, '');

/** The work's own identifiers; what it is a part of (a book's ISBN, a volume's DOI) says nothing of it. */
function ownIdentifiers(ids: z.infer<typeof externalIds>): OrcidWork['identifiers'] {
  return (ids?.['external-id'] ?? []).flatMap((id): OrcidWork['identifiers'] => {
    if ((id['external-id-relationship'] ?? 'self').toLowerCase() !== 'self') return [];
    const type = id['external-id-type'].toLowerCase();
    const written = id['external-id-value'];
    if (type === 'arxiv') return [{ scheme: 'arxiv', value: arxiv(written) }];
    if (type !== 'doi') return [];
    const plain = doi(written);
    // arXiv registers a DOI for each of its papers.
    const preprint = /^10\.48550\/arxiv\.(.+)$/.exec(plain)?.[1];
    return [{ scheme: 'doi', value: plain }, ...(preprint ? [{ scheme: 'arxiv' as const, value: arxiv(preprint) }] : [])];
  });
}

/**
 * Tools with which the holder of an iD searches a catalogue and adds what they choose: what they put on a record is the holder's own
 * assertion. Newer ones say so by an assertion origin; these are known by name.
 */
const searchAndLink =
  /\b(search|wizard|link(ing)?|crossref metadata search|datacite search|scopus|researcherid|publons|web of science|europe pubmed central|europepmc|base - bielefeld|bielefeld academic|isni2orcid|mla international|airiti|the lens|dimensions|mendeley|sciprofiles|scienceopen|researchgate|academia\.edu|kudos|figshare|zenodo|google scholar|hal|osf|open science framework|ssrn|authorea|frontiers loop|sciencv|my ncbi|researchmap|astrophysics data system|inspire|inspire-hep|redalyc)\b/i;

/**
 * Returns the organisation that asserts an item of an ORCID record, by its name; null where its holder does: by hand, through somebody
 * they trust, or through a tool that adds what they choose.
 */
function assertedBy(said: z.infer<typeof source>): string | null {
  if (!said?.['source-client-id']?.path || said['source-orcid']?.path || said['assertion-origin-orcid']?.path) return null;
  const name = (said['assertion-origin-name']?.value ?? said['source-name']?.value ?? '').trim().slice(0, 200);
  return name === '' || searchAndLink.test(name) || searchAndLink.test(said['source-name']?.value ?? '') ? null : name;
}

/** Reads the works of an ORCID record, API 3.0 (`/{iD}/works`). Throws a ZodError where it is not that. */
export function readOrcidWorks(json: unknown): OrcidWork[] {
  return works.parse(json).group.flatMap((group) =>
    group['work-summary'].map((work) => ({
      putCode: work['put-code'],
      title: work.title?.title?.value ?? null,
      // An item of another party says only what its own identifiers say: the group's may come from what the holder added to it.
      identifiers: [...(assertedBy(work.source) ? [] : ownIdentifiers(group['external-ids'])), ...ownIdentifiers(work['external-ids'])],
      assertedBy: assertedBy(work.source),
    })),
  );
}

/** Reads the contributors of several works, by put-code, from the bulk form (`/{iD}/works/{put-code},…`). */
export function readOrcidContributors(json: unknown): Map<number, OrcidContributor[]> {
  const found = new Map<number, OrcidContributor[]>();
  for (const { work } of details.parse(json).bulk) {
    const written = (work?.contributors?.contributor ?? []).map((each) => ({
      name: each['credit-name']?.value ?? null,
      orcid: each['contributor-orcid']?.path ?? null,
    }));
    if (work?.['put-code'] != null) found.set(work['put-code'], written);
  }
  return found;
}

const history = z.object({ history: z.object({ 'submission-date': z.object({ value: z.number() }).nullish() }).nullish() });

/** Reads the day on which an iD was registered (YYYY-MM-DD, UTC) from its record (`/{iD}/record`); null where it does not say. */
export function readOrcidRegistration(json: unknown): string | null {
  const moment = history.parse(json).history?.['submission-date']?.value;
  return moment === undefined ? null : dayOf(new Date(moment));
}

const person = z.object({
  name: z.object({ 'given-names': value, 'family-name': value, 'credit-name': value }).nullish(),
  'other-names': z.object({ 'other-name': z.array(z.object({ content: z.string() })) }).nullish(),
});

/** Reads the public names of an ORCID record (`/{iD}/person`): as they are given, as they sign, and others; none where they are private. */
function readOrcidNames(json: unknown): string[] {
  const { name, 'other-names': others } = person.parse(json);
  const own = wholeName({ given: name?.['given-names']?.value ?? '', family: name?.['family-name']?.value ?? '' });
  const all = [own, name?.['credit-name']?.value ?? '', ...(others?.['other-name'] ?? []).map(({ content }) => content)];
  return [...new Set(all.map((each) => each.trim()).filter((each) => each !== ''))];
}

/** An employment of today on an ORCID record, put there by the organisation itself. */
interface OrcidEmployment {
  /** As ORCID writes it. */
  organisation: string;
  /** ROR id without its address. */
  rorId: string;
}

const employments = z.object({
  'affiliation-group': z.array(
    z.object({
      summaries: z.array(
        z.object({
          'employment-summary': z.object({
            source: z
              .object({
                'source-client-id': z.object({ path: z.string() }).nullish(),
                'source-name': value,
                'assertion-origin-orcid': z.object({ path: z.string() }).nullish(),
                'assertion-origin-name': value,
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

const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Reads the employments of an ORCID record, API 3.0 (`/{iD}/employments`): those without an end that a member of ORCID has written
 * itself, not the person nor somebody for them, where that member is the employer by name and the employer has a ROR id.
 */
export function readOrcidEmployments(json: unknown): OrcidEmployment[] {
  const all = employments.parse(json)['affiliation-group'].flatMap(({ summaries }) => summaries.map((each) => each['employment-summary']));
  return all.flatMap(({ source, 'end-date': end, organization }): OrcidEmployment[] => {
    if (end || !source?.['source-client-id'] || source['assertion-origin-orcid']) return [];
    if (plainName(source['source-name']?.value ?? '') !== plainName(organization.name)) return [];
    const known = organization['disambiguated-organization'];
    const rorId = /^(?:https?:\/\/ror\.org\/)?(0[a-z0-9]{8})$/.exec(known?.['disambiguated-organization-identifier'] ?? '')?.[1];
    return known?.['disambiguation-source'] === 'ROR' && rorId ? [{ organisation: organization.name, rorId }] : [];
  });
}

/** What claims read of ORCID's public API. */
export interface OrcidApi {
  employments(orcid: string): Promise<Outcome<OrcidEmployment[], 'orcid_unreachable'>>;
  names(orcid: string): Promise<Outcome<string[], 'orcid_unreachable'>>;
  works(orcid: string): Promise<Outcome<OrcidWork[], 'orcid_unreachable'>>;
  contributors(orcid: string, putCodes: number[]): Promise<Outcome<Map<number, OrcidContributor[]>, 'orcid_unreachable'>>;
  /** The day on which the iD was registered, YYYY-MM-DD; null where ORCID does not say. */
  registration(orcid: string): Promise<Outcome<string | null, 'orcid_unreachable'>>;
}

const maxDetails = 50;

/** The public API at an address such as https://pub.orcid.org/v3.0. An iD that it does not know has no works. */
export function orcidApi(address: string): OrcidApi {
  const base = address.replace(/\/+$/, '');
  const read = async <Value>(path: string, empty: Value, parse: (json: unknown) => Value): Promise<Outcome<Value, 'orcid_unreachable'>> => {
    const answer = await fetchJson(`${base}${path}`);
    if (!answer.ok) return answer.code === 'not_found' ? done(empty) : refused('orcid_unreachable');
    try {
      return done(parse(answer.value));
    } catch {
      return refused('orcid_unreachable');
    }
  };
  return {
    employments: (orcid) => read(`/${orcid}/employments`, [], readOrcidEmployments),
    names: (orcid) => read(`/${orcid}/person`, [], readOrcidNames),
    works: (orcid) => read(`/${orcid}/works`, [], readOrcidWorks),
    contributors: (orcid, putCodes) => read(`/${orcid}/works/${putCodes.slice(0, maxDetails).join(',')}`, new Map(), readOrcidContributors),
    registration: (orcid) => read(`/${orcid}/record`, null, readOrcidRegistration),
  };
}

const addresses = z.object({
  'researcher-url': z.array(z.object({ url: value, 'created-date': z.object({ value: z.number() }).nullish() })),
});

/** A web address that an ORCID record names, and the day on which it was added (YYYY-MM-DD); null where ORCID does not say. */
export interface OrcidAddress {
  url: string;
  addedOn: string | null;
}

/** The web addresses that an ORCID record names (`/{iD}/researcher-urls`); none where ORCID does not answer. */
export async function orcidAddresses(address: string, orcid: string): Promise<OrcidAddress[]> {
  const answer = await fetchJson(`${address.replace(/\/+$/, '')}/${orcid}/researcher-urls`);
  const read = answer.ok ? addresses.safeParse(answer.value) : null;
  if (!read?.success) return [];
  return read.data['researcher-url'].flatMap(({ url, 'created-date': created }) => {
    if (!url?.value) return [];
    return { url: url.value, addedOn: created ? dayOf(new Date(created.value)) : null };
  });
}
