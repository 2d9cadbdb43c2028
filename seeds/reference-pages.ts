import type { ImportedAuthor, ImportedWork } from '#lib/catalog/sources/model.ts';
import { parseLatex } from '#lib/platform/text/latex/tree.ts';
import { feiYang } from './pages/acl-anthology.ts';
import * as bzpeer from './pages/bzpeer.ts';
import * as feed from './pages/scholar-feed.ts';
import { summaries } from './summaries.ts';

/** One page of a source, as a source adapter returns it. */
export interface SourcePage {
  author: ImportedAuthor | null;
  works: ImportedWork[];
}

/** Returns the record id of a work on a page without ids: its title as a slug. */
export const recordIdOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const toImportedName = (name: string) => ({ name });
const declared = (figures: Partial<Record<string, number>>): ImportedAuthor['declared'] =>
  Object.entries(figures).map(([kind, value]) => ({ kind: kind as ImportedAuthor['declared'][number]['kind'], value: value ?? 0 }));

const codeEvidence = (row: feed.FeedRow): string => {
  const shown = row.badge ? 'Scholar Feed shows its Code badge' : 'Scholar Feed shows no Code badge';
  if (row.code === 'promised') return `${shown}; the text promises code and links none`;
  return row.code ? `${shown}; the text links it` : `${shown}; no link is given`;
};

const feedWork = (row: feed.FeedRow): ImportedWork => ({
  source: 'scholar-feed',
  recordId: recordIdOf(row.title),
  title: parseLatex(row.title),
  type: 'preprint',
  year: Number(row.date.slice(0, 4)),
  date: row.date,
  category: row.category,
  identifiers: [],
  authors: row.names.map(toImportedName),
  authorsComplete: !row.more,
  ...((row.badge || row.code) && {
    code: {
      state: row.code === 'promised' ? ('promised' as const) : ('linked' as const),
      ...(typeof row.code === 'object' && { url: row.code.url }),
      evidence: codeEvidence(row),
    },
  }),
  indicators: row.score === undefined ? [] : [{ kind: 'score', value: row.score }],
});

const feedPage = (page: typeof feed.yunquanZhang): SourcePage => ({
  works: page.rows.map(feedWork),
  author: {
    source: 'scholar-feed',
    recordId: page.recordId,
    name: page.name,
    field: page.field,
    declared: declared(page.declared),
    works: page.rows.map(({ title }) => recordIdOf(title)),
  },
});

const bzpeerPage = (page: typeof bzpeer.yunquanZhang): SourcePage => ({
  works: page.rows.map(({ title, year }) => ({
    source: 'bzpeer',
    recordId: recordIdOf(title),
    title: parseLatex(title),
    type: 'preprint',
    year,
    identifiers: [],
    authors: [],
    authorsComplete: false,
    indicators: [],
  })),
  author: {
    source: 'bzpeer',
    recordId: page.recordId,
    name: page.name,
    declared: declared(page.declared).map((figure) => (figure.kind === 'trust' ? { ...figure, label: 'Emerging' } : figure)),
    works: page.rows.map(({ title }) => recordIdOf(title)),
  },
});

const pageRowId = (row: string) => `${feiYang.recordId}/${row}`;

/** Fei Yang's page: six works by year, without titles and names. */
export const anthologyPage = (): SourcePage => ({
  works: feiYang.rows.map(({ row, year, codeUrl }) => ({
    source: 'acl-anthology-page',
    recordId: pageRowId(row),
    title: null,
    type: 'paper',
    year,
    identifiers: [],
    authors: [],
    authorsComplete: false,
    ...(codeUrl && { code: { state: 'linked' as const, url: codeUrl, evidence: 'The text on the ACL Anthology page links it' } }),
    indicators: [],
  })),
  author: {
    source: 'acl-anthology-page',
    recordId: feiYang.recordId,
    name: feiYang.name,
    declared: [],
    works: feiYang.rows.map(({ row }) => pageRowId(row)),
  },
});

/** The same six works from the Anthology's records and one home page. They were matched by hand: hence `sameAs`. */
export const anthologyRecords = (): SourcePage => ({
  works: feiYang.rows.map(({ row, year, entry }) => ({
    source: entry.by,
    recordId: entry.recordId,
    title: parseLatex(entry.title),
    type: 'paper',
    year,
    venue: entry.venue,
    ...(entry.pages && { pages: entry.pages }),
    ...(entry.by === 'acl-anthology' && { url: `https://aclanthology.org/${entry.recordId}` }),
    identifiers: [
      ...(entry.by === 'acl-anthology' ? [{ scheme: 'acl' as const, value: entry.recordId }] : []),
      ...(entry.doi ? [{ scheme: 'doi' as const, value: entry.doi }] : []),
    ],
    authors: entry.names.map((name) => ({ name, ...(entry.affiliations?.[name] && { affiliation: entry.affiliations[name] }) })),
    authorsComplete: true,
    indicators: [],
    sameAs: { source: 'acl-anthology-page', recordId: pageRowId(row) },
  })),
  author: null,
});

/** Returns our summary of each work as assertions of the source `peergraph`. */
export function ownSummaries(pages: SourcePage[]): ImportedWork[] {
  const works = new Map(pages.flatMap((page) => page.works.map((work) => [titleOf(work), work] as const)));
  return [...works].flatMap(([title, { source, recordId, year }]) => {
    const sentence = summaries[title];
    if (!sentence) return [];
    return [
      {
        source: 'peergraph' as const,
        recordId: recordIdOf(title),
        title: null,
        abstract: parseLatex(sentence),
        type: 'other' as const,
        ...(year !== undefined && { year }),
        identifiers: [],
        authors: [],
        authorsComplete: false,
        indicators: [],
        sameAs: { source, recordId },
      },
    ];
  });
}

const titleOf = (work: ImportedWork): string => (work.title ?? []).filter((node) => typeof node === 'string').join('');

/** Returns the reference pages in import order. */
export const referencePages = (): SourcePage[] => [
  bzpeerPage(bzpeer.daningCheng),
  bzpeerPage(bzpeer.yunquanZhang),
  feedPage(feed.yunquanZhang),
  feedPage(feed.wenguangChen),
  anthologyPage(),
  anthologyRecords(),
];
