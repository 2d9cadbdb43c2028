import { z } from 'zod';
import { readDates } from '#lib/catalog/bibliography/dates.ts';
import {
  orcidIn,
  readAddress,
  readArxivId,
  readDoi,
  readPubmedIds,
  readSerials,
  uniqueIdentifiers,
} from '#lib/catalog/bibliography/identifiers.ts';
import { readLine, readTitle } from '#lib/catalog/bibliography/markup.ts';
import { readNames } from '#lib/catalog/bibliography/names.ts';
import { type Finding, finding, inField, type Problem, unreadFields } from '#lib/catalog/bibliography/problems.ts';
import { isRetractedTitle, kindOfVenue, readGenre, readType, typeOrPreprint } from '#lib/catalog/bibliography/types.ts';
import { fetchJson } from '#lib/platform/http/fetch-json.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { extractAddresses } from './addresses.ts';
import { validateWork } from './checked-work.ts';
import { type EntryFault, type ImportedContributor, type ImportedWork, statedFieldsOf } from './model.ts';
import { faultsOf, type ReadEntry, type ReadWork, toPeople } from './people.ts';

const valueSchema = z.object({ value: z.unknown() }).nullish().catch(null);
const lenientList = z.array(z.unknown()).catch([]);
const externalIdSchema = z.object({
  'external-id-type': z.string(),
  'external-id-value': z.string(),
  'external-id-relationship': z.string().nullish().catch(null),
});
const fullWorkSchema = z.looseObject({
  type: z.string().nullish().catch(null),
  title: z.object({ title: valueSchema, subtitle: valueSchema }).nullish().catch(null),
  'short-description': z.string().nullish().catch(null),
  'language-code': z.string().nullish().catch(null),
  'journal-title': valueSchema,
  'publication-date': z.object({ year: valueSchema, month: valueSchema, day: valueSchema }).nullish().catch(null),
  url: valueSchema,
  'external-ids': z.object({ 'external-id': lenientList }).nullish().catch(null),
  contributors: z.object({ contributor: lenientList }).nullish().catch(null),
});
/** Fields that are not read: the state of ORCID's own record, who wrote it, and the work once more as a formatted citation. */
const notRead = new Set('put-code path visibility display-index created-date last-modified-date source citation country'.split(' '));
const contributorSchema = z.object({
  'credit-name': valueSchema,
  'contributor-orcid': z.object({ path: z.string().nullish() }).nullish().catch(null),
  'contributor-attributes': z.object({ 'contributor-role': z.string().nullish() }).nullish().catch(null),
});

/** Contributor roles other than author; people in the roles without a value are left out. */
const otherRoles = {
  editor: 'editor',
  translator: 'translator',
  'chair-or-translator': 'translator',
  assignee: null,
  inventor: null,
  'support-staff': null,
} as const;

/**
 * Parses a full work of an ORCID record, API 3.0; null if it is not one.
 * @param holder the name of the iD's holder, used as the only author if the work has no contributors
 */
export function parseOrcidWork(json: unknown, holder: string): ImportedWork | null {
  return readOrcidWork(json, holder)?.work ?? null;
}

/** Parses a full work, and returns what could not be read of it. */
export function readOrcidWork(json: unknown, holder: string): ReadWork | null {
  const parsed = fullWorkSchema.safeParse(json);
  if (!parsed.success) return null;
  const { type, title: titles, url: address, 'journal-title': journal, 'publication-date': date } = parsed.data;
  const title = readTitle(titles?.title?.value);
  if (!title) return null;
  const people = peopleOf(parsed.data.contributors?.contributor ?? []);
  const isEdited = /edited.book/i.test(type ?? '');
  const alone = toPeople('contributors', [{ read: readNames(holder) }]);
  const isUnnamed = people.authors.names.length + people.contributors.length === 0;
  const authors = isUnnamed && !isEdited ? alone : people.authors;
  const editors = isUnnamed && isEdited ? alone.names.map((name) => ({ ...name, role: 'editor' as const })) : [];
  const dates = readDates({ year: textOf(date?.year?.value), month: textOf(date?.month?.value), day: textOf(date?.day?.value) });
  const url = readAddress(readLine(address?.value) ?? '');
  const retracted = isRetractedTitle(plainText(title));
  const container = readLine(journal?.value);
  const venueKind = container === undefined ? 'venue' : kindOfVenue(container);
  const venue = venueKind === 'venue' ? container : undefined;
  const serials = serialsOf(parsed.data['external-ids']?.['external-id'] ?? []);
  const pubmed = pubmedIdsOf(parsed.data['external-ids']?.['external-id'] ?? []);
  const [subtitle, abstract, language] = [
    readLine(titles?.subtitle?.value),
    readTitle(parsed.data['short-description']),
    parsed.data['language-code'],
  ];
  const typeName = (type ?? '').toLowerCase().replaceAll('_', '-');
  const workType = typeOrPreprint(readType('orcid', typeName), venueKind === 'preprints');
  const work: ImportedWork = {
    source: 'owner',
    recordId: 'draft',
    title,
    type: workType,
    ...dates.value,
    ...statedFieldsOf({
      subtitle,
      abstract,
      language,
      genre: readGenre('orcid', typeName, workType, undefined),
      venue,
      url,
      retracted,
      issn: serials.value.issns,
      contributors: [...people.contributors, ...editors],
    }),
    ...statedFieldsOf(pubmed.value),
    identifiers: uniqueIdentifiers([
      ...ownIdentifiers((parsed.data['external-ids']?.['external-id'] ?? []).flatMap((id) => externalIdSchema.safeParse(id).data ?? [])),
      ...serials.value.isbns.map((value) => ({ scheme: 'isbn' as const, value })),
    ]),
    authors: authors.names,
    authorsComplete: !isUnnamed && people.authors.complete,
    indicators: [],
  };
  const problems: Problem[] = [
    ...(address?.value && !url ? [{ field: 'url', ...finding(address.value, 'It is no web address.', 'without it') }] : []),
    ...authors.problems,
    ...inField('publication-date', dates.problems),
    ...inField('external-ids', [...unreadIds(parsed.data['external-ids']?.['external-id'] ?? []), ...serials.problems, ...pubmed.problems]),
    ...unreadFields(parsed.data, (name) => name in fullWorkSchema.shape || notRead.has(name)),
  ];
  const checked = validateWork(work);
  return checked.ok ? { work: checked.work, problems } : null;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined);

function peopleOf(contributors: readonly unknown[]) {
  const authors: ReadEntry[] = [];
  const others: ImportedContributor[] = [];
  for (const each of contributors) {
    const { data } = contributorSchema.safeParse(each);
    const name = readLine(data?.['credit-name']?.value);
    if (!data || !name) continue;
    const role = (data['contributor-attributes']?.['contributor-role'] ?? 'author').toLowerCase().replaceAll('_', '-');
    const orcid = orcidIn(data['contributor-orcid']?.path ?? '').value;
    const entry: ReadEntry = { read: readNames(name, extractAddresses), facts: { ...(orcid && { orcid }) } };
    const known = Object.entries(otherRoles).find(([word]) => role.includes(word));
    if (!known) authors.push(entry);
    else if (known[1] !== null) for (const person of toPeople('contributors', [entry]).names) others.push({ ...person, role: known[1] });
  }
  return { authors: toPeople('contributors', authors), contributors: others };
}

/** Returns the work's own identifiers: those of a container (a book's ISBN, a volume's DOI) have another relationship. */
function ownIdentifiers(ids: readonly z.infer<typeof externalIdSchema>[]): ImportedWork['identifiers'] {
  const own = ids.filter((id) => (id['external-id-relationship'] ?? 'self').toLowerCase() === 'self');
  return uniqueIdentifiers(
    own.flatMap((id): ImportedWork['identifiers'] => {
      const { 'external-id-value': value } = id;
      const scheme = id['external-id-type'].toLowerCase();
      const [doi, arxiv] = [scheme === 'doi' ? readDoi(value) : null, scheme === 'arxiv' ? readArxivId(value) : null];
      if (doi) return [{ scheme: 'doi', value: doi }];
      return arxiv ? [{ scheme: 'arxiv', value: arxiv }] : [];
    }),
  );
}

/** Schemes of identifiers that are read. */
const readSchemes: ReadonlySet<string> = new Set(['doi', 'arxiv', 'isbn', 'issn', 'pmid', 'pmc']);

/** Returns the identifiers of the work itself, or of what contains it, that are not read. */
function unreadIds(ids: readonly unknown[]): Finding[] {
  return ids.flatMap((each): Finding[] => {
    const { data: id } = externalIdSchema.safeParse(each);
    if (!id) return [finding(each, 'It is no identifier.', 'without it')];
    const { 'external-id-value': value } = id;
    const scheme = id['external-id-type'].toLowerCase();
    const isMalformed = (scheme === 'doi' && !readDoi(value)) || (scheme === 'arxiv' && !readArxivId(value));
    if (readSchemes.has(scheme) && !isMalformed) return [];
    const message = isMalformed ? 'It is no identifier of its scheme.' : 'Identifiers of this scheme are not read.';
    return [finding(`${id['external-id-type']}: ${value}`, message, 'without it')];
  });
}

/** Returns the ISBNs and ISSNs of a work, and of what contains it. */
function serialsOf(ids: readonly unknown[]): ReturnType<typeof readSerials> {
  const written = ids
    .flatMap((id) => externalIdSchema.safeParse(id).data ?? [])
    .filter((id) => /^is[bs]n$/i.test(id['external-id-type']) && /^(?:self|part.of)$/i.test(id['external-id-relationship'] ?? 'self'))
    .map((id) => id['external-id-value']);
  return readSerials(written.join(' '));
}

function pubmedIdsOf(ids: readonly unknown[]): ReturnType<typeof readPubmedIds> {
  const valueOfType = (type: string): string | undefined =>
    ids.flatMap((id) => externalIdSchema.safeParse(id).data ?? []).find((id) => id['external-id-type'].toLowerCase() === type)?.[
      'external-id-value'
    ];
  return readPubmedIds({ pmid: valueOfType('pmid'), pmcid: valueOfType('pmc') });
}

const summariesSchema = z.object({ group: z.array(z.object({ 'work-summary': z.array(z.object({ 'put-code': z.number() })) })) });
const bulkSchema = z.object({ bulk: z.array(z.object({ work: z.unknown() })) });

/** Maximum number of works per request to ORCID. */
const maxWorksPerRequest = 50;

/** Fetches the full public works of an iD, one of each group that ORCID considers identical, at most `most`. */
export async function fetchOrcidWorks(
  address: string,
  { orcid, holder, most }: { orcid: string; holder: string; most: number },
): Promise<Outcome<{ works: ImportedWork[]; faults: EntryFault[]; unread: number }, 'orcid_unreachable'>> {
  const base = `${address.replace(/\/+$/, '')}/${orcid}/works`;
  const listResponse = await fetchJson(base);
  if (!listResponse.ok)
    return listResponse.code === 'not_found' ? done({ works: [], faults: [], unread: 0 }) : refused('orcid_unreachable');
  const groups = summariesSchema.safeParse(listResponse.value);
  if (!groups.success) return refused('orcid_unreachable');
  const putCodes = groups.data.group.flatMap((group) => group['work-summary'][0]?.['put-code'] ?? []).slice(0, most);
  const works: ReadWork[] = [];
  for (let start = 0; start < putCodes.length; start += maxWorksPerRequest) {
    const response = await fetchJson(`${base}/${putCodes.slice(start, start + maxWorksPerRequest).join(',')}`);
    const parsed = response.ok ? bulkSchema.safeParse(response.value) : null;
    if (!parsed?.success) return refused('orcid_unreachable');
    works.push(...parsed.data.bulk.flatMap(({ work }) => readOrcidWork(work, holder) ?? []));
  }
  return done({ works: works.map(({ work }) => work), faults: works.flatMap(faultsOf), unread: putCodes.length - works.length });
}
