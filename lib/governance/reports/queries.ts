import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { findAnyRecord, findPublicRecord } from '#lib/catalog/authors/queries/find.ts';
import { doiIn } from '#lib/catalog/bibliography/identifiers.ts';
import { selectLikelyWorks } from '#lib/catalog/ingest/commands/work-matching.ts';
import { importedWork, untitledWork } from '#lib/catalog/sources/model.ts';
import { isSuppressed } from '#lib/catalog/visibility/model.ts';
import { notSuppressed } from '#lib/catalog/visibility/queries.ts';
import type { ReportedWork } from '#lib/governance/cases/model/evidence.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import { authorships, workIdentifiers, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { isReportKind, type ReportSubject, type ReportView, reportReasons } from './model/report.ts';

/** Returns the subject of a report by permanent id, or by current or former slug; null if it is not public. */
export async function findReportSubject(
  reader: Reader,
  subject: ReportSubject,
  name: string,
): Promise<{ id: string; key: number; name: string; path: string; claimed: boolean } | null> {
  if (subject === 'work') {
    const [work] = await reader.select({ id: works.id, key: works.key, title: works.title }).from(works).where(eq(works.id, name)).limit(1);
    return work ? { id: work.id, key: work.key, name: work.title ?? untitledWork, path: `/works/${work.id}`, claimed: false } : null;
  }
  const author = await findPublicRecord(reader, name);
  if (!author) return null;
  const { id, key, slug, claimState } = author;
  return { id, key, name: author.name, path: `/authors/${slug}`, claimed: claimState !== 'unclaimed' };
}

/** Returns a hidden record that a report is about. Nothing about it may be disclosed to the reporter. */
export async function findHiddenSubject(reader: Reader, name: string): Promise<{ id: string; key: number; claimed: boolean } | null> {
  const author = await findAnyRecord(reader, name);
  return author && isSuppressed(author) ? { id: author.id, key: author.key, claimed: author.claimState !== 'unclaimed' } : null;
}

/** Returns the reports of an account, newest first. They are visible only to that account. */
export async function reportsOf(reader: Reader, actor: Actor): Promise<ReportView[]> {
  const rows = await reader.prepared(ownReportsQuery, { accountId: actor.accountId });
  return rows.flatMap(({ report, author, work }) => {
    const subject = subjectOf(report.subject, report.subjectId, author, work);
    return subject && isReportKind(report.kind)
      ? [
          {
            id: report.id,
            kind: report.kind,
            reason: (reportReasons[report.kind] as Record<string, string>)[report.reason] ?? report.reason,
            state: report.state as ReportView['state'],
            decided: typeof report.facts.decidedReason === 'string' ? decidedOf(report.facts) : null,
            subject,
            createdAt: report.createdAt,
          },
        ]
      : [];
  });
}

const ownReportsQuery = (reader: Reader) =>
  reader
    .select({ report: reports, author: { name: authors.name, slug: authors.slug }, work: { title: works.title } })
    .from(reports)
    .leftJoin(authors, and(eq(authors.id, reports.subjectId), notSuppressed()))
    .leftJoin(works, eq(works.id, reports.subjectId))
    .where(eq(reports.reporterId, sql.placeholder('accountId')))
    .orderBy(desc(reports.createdAt))
    .limit(100)
    .prepare();

function subjectOf(
  kind: string,
  id: string,
  author: { name: string; slug: string } | null,
  work: { title: string | null } | null,
): ReportView['subject'] | null {
  if (kind === 'author') return author && { kind: 'author', name: author.name, path: `/authors/${author.slug}` };
  return work && { kind: 'work', name: work.title ?? untitledWork, path: `/works/${id}` };
}

const decidedOf = (facts: Record<string, string | string[]>): ReportView['decided'] => ({
  reason: String(facts.decidedReason ?? ''),
  remedy: String(facts.decidedRemedy ?? ''),
});

/**
 * Returns the work that a report describes as missing: one that is here, by its address, an identifier or the only one with its title; or
 * the DOI of one that is not. Null if it names neither.
 */
export async function findMissingWork(
  reader: Reader,
  described: string | string[] | undefined,
): Promise<{ workId: string } | { doi: string } | null> {
  const text = [described ?? ''].flat().join(' ').trim();
  const byAddress = /\/works\/([0-9a-z]+)/.exec(text)?.[1];
  const named = byAddress ? await reader.select({ id: works.id }).from(works).where(eq(works.id, byAddress)) : [];
  if (named[0]) return { workId: named[0].id };
  const doi = text
    .split(/\s+/)
    .map(doiIn)
    .find((each) => each !== null);
  const isDoi = and(eq(workIdentifiers.scheme, 'doi'), eq(workIdentifiers.value, doi ?? ''));
  const [identified] = doi ? await reader.select({ key: workIdentifiers.workKey }).from(workIdentifiers).where(isDoi) : [];
  const key = identified?.key ?? (doi ? undefined : await keyOfTitle(reader, text));
  const [work] = key === undefined ? [] : await reader.select({ id: works.id }).from(works).where(eq(works.key, key));
  if (work) return { workId: work.id };
  return doi ? { doi } : null;
}

/** Upper bound on the lines of a report that are matched. */
const maxReportedWorks = 20;
const maxAuthorsShown = 8;
/** Shorter titles are in other lines by chance. */
const minTitleInLine = 12;

/**
 * Returns the works that a report names, a line each: by the address of their page, a DOI, or a title. The works of the profile that the report
 * is about are compared first, also within a line that says more than the title.
 */
export async function matchReportedWorks(
  reader: Reader,
  described: string | string[] | undefined,
  authorId: string,
): Promise<ReportedWork[]> {
  const lines = [described ?? '']
    .flat()
    .flatMap((text) => text.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, maxReportedWorks);
  const own = await reader
    .selectDistinct({ id: works.id, title: works.title })
    .from(authorships)
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(and(eq(authors.id, authorId), ne(authorships.state, 'not_mine')));
  const titles = own.flatMap(({ id, title }) => (title === null ? [] : [{ id, key: nameKey(title) }]));
  const matchLine = async (text: string): Promise<[string, ReportedWork['matchedBy']] | null> => {
    const key = nameKey(text);
    const byTitle = titles.filter((each) => each.key === key || (each.key.length >= minTitleInLine && key.includes(each.key)));
    const longest = byTitle.toSorted((a, b) => b.key.length - a.key.length);
    const isNamed = /\/works\/[0-9a-z]+/.test(text) ? 'address' : text.split(/\s+/).some((word) => doiIn(word) !== null) ? 'doi' : null;
    if (isNamed === null && longest[0] && longest[0].key.length !== longest[1]?.key.length) return [longest[0].id, 'title'];
    const found = await findMissingWork(reader, text);
    return found && 'workId' in found ? [found.workId, isNamed ?? 'title'] : null;
  };
  const matches: { text: string; match: [string, ReportedWork['matchedBy']] | null }[] = [];
  for (const text of lines) matches.push({ text, match: await matchLine(text) });
  const ids = matches.flatMap(({ match }) => match?.[0] ?? []);
  const rows = await reader
    .select({ ...columnsOf(works, 'id', 'title', 'year', 'venue'), name: authorships.nameAsWritten })
    .from(works)
    .leftJoin(authorships, eq(authorships.workKey, works.key))
    .where(inArray(works.id, ids))
    .orderBy(asc(authorships.position));
  const rowsById = Map.groupBy(rows, ({ id }) => id);
  return matches.map(({ text, match }) => {
    const shown = match && rowsById.get(match[0]);
    if (!match || !shown?.[0]) return { text, work: null, matchedBy: null };
    const [{ id, title, year, venue }] = shown;
    const names = [...new Set(shown.flatMap(({ name }) => name ?? []))].slice(0, maxAuthorsShown);
    const isOnProfile = own.some((each) => each.id === id);
    return { text, work: { id, title: title ?? untitledWork, year, venue, authors: names, isOnProfile }, matchedBy: match[1] };
  });
}

const maxTitle = 500;

/** Returns the only work with a title; undefined if there is none, or several. */
async function keyOfTitle(reader: Reader, title: string): Promise<number | undefined> {
  const described = { source: 'registry', recordId: 'x', type: 'other', title: [title.slice(0, maxTitle)], authors: [] };
  const parsed = importedWork.safeParse(described);
  const [likely] = parsed.success ? await selectLikelyWorks(reader, [parsed.data]) : [];
  return likely?.withSameTitle.length === 1 ? likely.withSameTitle[0] : undefined;
}
