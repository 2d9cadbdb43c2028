import { and, inArray, or } from 'drizzle-orm';
import { isSuppressed } from '#lib/catalog/visibility/model.ts';
import { suppressed } from '#lib/catalog/visibility/queries.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { NotificationFacts } from '../model/notification-text.ts';
import { invitationFactsOf } from './invitation-facts.ts';

interface Stored {
  facts: NotificationFacts;
}
const suppressedName = 'A profile that is not shown';

/** Returns stored notifications as they are to be shown now: with the names of today, and with what invitations say. */
export async function currentNotifications<Row extends Stored & { kind: string }>(
  reader: Reader,
  rows: readonly Row[],
  isForMail = false,
): Promise<Row[]> {
  const idOf = ({ kind, facts }: Row) =>
    kind === 'invitation_received' ? /^\/invitations\/([^/?#]+)/.exec(facts.path ?? '')?.[1] : undefined;
  const namedRows = await withNames(reader, rows, isForMail);
  const facts = await invitationFactsOf(
    reader,
    namedRows.flatMap((row) => idOf(row) ?? []),
  );
  return namedRows.map((row) => {
    const id = idOf(row);
    return id === undefined ? row : { ...row, facts: { ...row.facts, ...(facts.get(id) ?? { state: 'ended' }) } };
  });
}

const recordIn = (path = ''): string | undefined => /^\/(?:authors|claim)\/([^/?#]+)/.exec(path)?.[1];

/**
 * Adds the name of the record that each notification is about, and leads to the current URL of a record. Neither name nor URL of a
 * suppressed record is shown.
 * @param isForMail whether they are shown to the account at the moment of the event itself, whatever the visibility
 */
export async function withNames<Row extends Stored>(reader: Reader, rows: readonly Row[], isForMail = false): Promise<Row[]> {
  const authorIds = [...new Set(rows.flatMap(({ facts }) => [facts.author ?? [], recordIn(facts.path) ?? []].flat()))];
  const authorRows = authorIds.length > 0 ? await reader.prepared(selectRecords, { ids: encodeList(authorIds) }) : [];
  const records = new Map(authorRows.map((row) => [row.id, isSuppressed(row) && !isForMail ? null : row]));
  const hiddenNames = isForMail ? new Set() : await suppressedNames(reader, rows);
  return rows.map((row) => {
    const { author, name, path } = row.facts;
    const record = author === undefined ? undefined : records.get(author);
    const shownName = record === null || hiddenNames.has(name) ? suppressedName : (record?.name ?? name);
    const id = recordIn(path);
    const target = id === undefined ? undefined : records.get(id);
    const shownPath = target === null ? '/notifications' : target ? path?.replace(`/${id}`, `/${target.slug}`) : path;
    return { ...row, facts: { ...row.facts, ...(shownName && { name: shownName }), ...(shownPath && { path: shownPath }) } };
  });
}

const selectRecords = (reader: Reader) =>
  reader
    .select(columnsOf(authors, 'id', 'slug', 'name', 'visibility'))
    .from(authors)
    .where(isInList(authors.id, 'ids'))
    .prepare();

/** Returns names in notifications from before they had ids that are those of a suppressed record. */
async function suppressedNames(reader: Reader, rows: readonly Stored[]): Promise<Set<string>> {
  const names = [...new Set(rows.flatMap(({ facts: { author, name } }) => (author ? [] : (name ?? []))))];
  if (names.length === 0) return new Set();
  const isHidden = and(suppressed(), or(inArray(authors.name, names), inArray(authors.sourceName, names)));
  const found = await reader
    .select(columnsOf(authors, 'name', 'sourceName'))
    .from(authors)
    .where(isHidden);
  return new Set(found.flatMap(({ name, sourceName }) => [name, ...(sourceName ? [sourceName] : [])]));
}
