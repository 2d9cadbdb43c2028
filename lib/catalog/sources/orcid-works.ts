import { z } from 'zod';
import { fetchJson } from '#lib/platform/http/fetch-json.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { checkedWork } from './checked-work.ts';
import { cslWork } from './csl.ts';
import type { ImportedWork } from './model.ts';

const value = z.object({ value: z.unknown() }).nullish().catch(null);
const list = z.array(z.unknown()).catch([]);
const externalId = z.object({
  'external-id-type': z.string(),
  'external-id-value': z.string(),
  'external-id-relationship': z.string().nullish().catch(null),
});
const fullWork = z.object({
  type: z.string().nullish().catch(null),
  title: z.object({ title: value }).nullish().catch(null),
  'journal-title': value,
  'publication-date': z.object({ year: value, month: value, day: value }).nullish().catch(null),
  url: value,
  'external-ids': z.object({ 'external-id': list }).nullish().catch(null),
  contributors: z.object({ contributor: list }).nullish().catch(null),
});
const contributor = z.object({
  'credit-name': value,
  'contributor-attributes': z.object({ 'contributor-role': z.string().nullish() }).nullish().catch(null),
});

/** Contributor roles other than author. */
const otherParts = /editor|translator|assignee|inventor|staff/i;

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
export function orcidWork(json: unknown, holder: string): ImportedWork | null {
  const read = fullWork.safeParse(json);
  if (!read.success) return null;
  const { type, title, url, 'journal-title': journal, 'publication-date': date } = read.data;
  const ids = (read.data['external-ids']?.['external-id'] ?? []).flatMap((id) => externalId.safeParse(id).data ?? []);
  const own = (scheme: string) =>
    ids.find(
      (id) => id['external-id-type'].toLowerCase() === scheme && (id['external-id-relationship'] ?? 'self').toLowerCase() === 'self',
    );
  const names = (read.data.contributors?.contributor ?? []).flatMap((each) => {
    const { data } = contributor.safeParse(each);
    const isAuthor = data && !otherParts.test(data['contributor-attributes']?.['contributor-role'] ?? '');
    return isAuthor && data['credit-name']?.value ? [{ literal: data['credit-name'].value }] : [];
  });
  const arxiv = own('arxiv')?.['external-id-value'].replace(/^(arxiv:|https?:\/\/arxiv\.org\/abs\/)\s*/i, '');
  const work = cslWork({
    type: cslTypes[type ?? ''] ?? type,
    title: title?.title?.value,
    'container-title': journal?.value,
    issued: { 'date-parts': [[date?.year?.value, date?.month?.value, date?.day?.value].filter((part) => part != null)] },
    DOI: own('doi')?.['external-id-value'],
    URL: arxiv ? `https://arxiv.org/abs/${arxiv}` : url?.value,
    author: names.length > 0 ? names : [{ literal: holder }],
  });
  const checked = work?.title ? checkedWork({ ...work, authorsComplete: names.length > 0 }) : null;
  return checked?.ok ? checked.work : null;
}

const summaries = z.object({ group: z.array(z.object({ 'work-summary': z.array(z.object({ 'put-code': z.number() })) })) });
const bulk = z.object({ bulk: z.array(z.object({ work: z.unknown() })) });

/** Maximum number of works per request to ORCID. */
const atOnce = 50;

/** Fetches the full public works of an iD, one of each group that ORCID considers identical, at most `most`. */
export async function orcidRecordWorks(
  address: string,
  { orcid, holder, most }: { orcid: string; holder: string; most: number },
): Promise<Outcome<{ works: ImportedWork[]; unread: number }, 'orcid_unreachable'>> {
  const base = `${address.replace(/\/+$/, '')}/${orcid}/works`;
  const listed = await fetchJson(base);
  if (!listed.ok) return listed.code === 'not_found' ? done({ works: [], unread: 0 }) : refused('orcid_unreachable');
  const groups = summaries.safeParse(listed.value);
  if (!groups.success) return refused('orcid_unreachable');
  const codes = groups.data.group.flatMap((group) => group['work-summary'][0]?.['put-code'] ?? []).slice(0, most);
  const works: ImportedWork[] = [];
  for (let start = 0; start < codes.length; start += atOnce) {
    const answer = await fetchJson(`${base}/${codes.slice(start, start + atOnce).join(',')}`);
    const read = answer.ok ? bulk.safeParse(answer.value) : null;
    if (!read?.success) return refused('orcid_unreachable');
    works.push(...read.data.bulk.flatMap(({ work }) => orcidWork(work, holder) ?? []));
  }
  return done({ works, unread: codes.length - works.length });
}
