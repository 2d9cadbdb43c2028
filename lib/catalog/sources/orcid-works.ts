import { z } from 'zod';
import { fetchJson } from '#lib/platform/http/fetch-json.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { validateWork } from './checked-work.ts';
import { parseCslWork } from './csl.ts';
import type { ImportedWork } from './model.ts';

const valueSchema = z.object({ value: z.unknown() }).nullish().catch(null);
const lenientList = z.array(z.unknown()).catch([]);
const externalIdSchema = z.object({
  'external-id-type': z.string(),
  'external-id-value': z.string(),
  'external-id-relationship': z.string().nullish().catch(null),
});
const fullWorkSchema = z.object({
  type: z.string().nullish().catch(null),
  title: z.object({ title: valueSchema }).nullish().catch(null),
  'journal-title': valueSchema,
  'publication-date': z.object({ year: valueSchema, month: valueSchema, day: valueSchema }).nullish().catch(null),
  url: valueSchema,
  'external-ids': z.object({ 'external-id': lenientList }).nullish().catch(null),
  contributors: z.object({ contributor: lenientList }).nullish().catch(null),
});
const contributorSchema = z.object({
  'credit-name': valueSchema,
  'contributor-attributes': z.object({ 'contributor-role': z.string().nullish() }).nullish().catch(null),
});

/** Contributor roles other than author. */
const otherRoles = /editor|translator|assignee|inventor|staff/i;

const cslTypes: Readonly<Record<string, string>> = {
  'journal-article': 'article-journal',
  'magazine-article': 'article-magazine',
  'newspaper-article': 'article-newspaper',
  'conference-paper': 'paper-conference',
  preprint: 'posted-content',
  'working-paper': 'report',
  'data-set': 'dataset',
  'dissertation-thesis': 'dissertation',
};

/**
 * Parses a full work of an ORCID record, API 3.0; null if it is not one.
 * @param holder the name of the iD's holder, used as the only author if the work has no contributors
 */
export function parseOrcidWork(json: unknown, holder: string): ImportedWork | null {
  const parsed = fullWorkSchema.safeParse(json);
  if (!parsed.success) return null;
  const { type, title, url, 'journal-title': journal, 'publication-date': date } = parsed.data;
  const ids = (parsed.data['external-ids']?.['external-id'] ?? []).flatMap((id) => externalIdSchema.safeParse(id).data ?? []);
  const ownIdOf = (scheme: string) =>
    ids.find(
      (id) => id['external-id-type'].toLowerCase() === scheme && (id['external-id-relationship'] ?? 'self').toLowerCase() === 'self',
    );
  const names = (parsed.data.contributors?.contributor ?? []).flatMap((each) => {
    const { data } = contributorSchema.safeParse(each);
    const isAuthor = data && !otherRoles.test(data['contributor-attributes']?.['contributor-role'] ?? '');
    return isAuthor && data['credit-name']?.value ? [{ literal: data['credit-name'].value }] : [];
  });
  const arxiv = ownIdOf('arxiv')?.['external-id-value'].replace(/^(arxiv:|https?:\/\/arxiv\.org\/abs\/)\s*/i, '');
  const work = parseCslWork({
    type: cslTypes[type ?? ''] ?? type,
    title: title?.title?.value,
    'container-title': journal?.value,
    issued: { 'date-parts': [[date?.year?.value, date?.month?.value, date?.day?.value].filter((part) => part != null)] },
    DOI: ownIdOf('doi')?.['external-id-value'],
    URL: arxiv ? `https://arxiv.org/abs/${arxiv}` : url?.value,
    author: names.length > 0 ? names : [{ literal: holder }],
  });
  const checked = work?.title ? validateWork({ ...work, authorsComplete: names.length > 0 }) : null;
  return checked?.ok ? checked.work : null;
}

const summariesSchema = z.object({ group: z.array(z.object({ 'work-summary': z.array(z.object({ 'put-code': z.number() })) })) });
const bulkSchema = z.object({ bulk: z.array(z.object({ work: z.unknown() })) });

/** Maximum number of works per request to ORCID. */
const maxWorksPerRequest = 50;

/** Fetches the full public works of an iD, one of each group that ORCID considers identical, at most `most`. */
export async function fetchOrcidWorks(
  address: string,
  { orcid, holder, most }: { orcid: string; holder: string; most: number },
): Promise<Outcome<{ works: ImportedWork[]; unread: number }, 'orcid_unreachable'>> {
  const base = `${address.replace(/\/+$/, '')}/${orcid}/works`;
  const listResponse = await fetchJson(base);
  if (!listResponse.ok) return listResponse.code === 'not_found' ? done({ works: [], unread: 0 }) : refused('orcid_unreachable');
  const groups = summariesSchema.safeParse(listResponse.value);
  if (!groups.success) return refused('orcid_unreachable');
  const putCodes = groups.data.group.flatMap((group) => group['work-summary'][0]?.['put-code'] ?? []).slice(0, most);
  const works: ImportedWork[] = [];
  for (let start = 0; start < putCodes.length; start += maxWorksPerRequest) {
    const response = await fetchJson(`${base}/${putCodes.slice(start, start + maxWorksPerRequest).join(',')}`);
    const parsed = response.ok ? bulkSchema.safeParse(response.value) : null;
    if (!parsed?.success) return refused('orcid_unreachable');
    works.push(...parsed.data.bulk.flatMap(({ work }) => parseOrcidWork(work, holder) ?? []));
  }
  return done({ works, unread: putCodes.length - works.length });
}
