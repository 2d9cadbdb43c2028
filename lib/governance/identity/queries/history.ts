import { and, desc, eq, inArray, or } from 'drizzle-orm';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { fullyVisible } from '#lib/catalog/visibility/queries.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { ChangeView, MovedRows } from '../model/changes.ts';

const maxShown = 200;

/** Returns the applied merges and splits of a record, newest first, including reverted ones. Proposals are excluded. */
export async function historyOf(reader: Reader, author: Pick<AuthorRow, 'id' | 'privacy'>): Promise<ChangeView[]> {
  const rows = await reader
    .select()
    .from(identityChanges)
    .where(
      and(
        or(eq(identityChanges.authorId, author.id), eq(identityChanges.otherId, author.id)),
        inArray(identityChanges.state, ['applied', 'undone', 'settled']),
      ),
    )
    .orderBy(desc(identityChanges.appliedAt), desc(identityChanges.id))
    .limit(maxShown);
  const publicNames = await selectPublicNames(
    reader,
    rows.flatMap(({ authorId, otherId }) => [authorId, otherId ?? '']),
    isHidden(author.privacy, 'names'),
  );
  return rows.map((row): ChangeView => {
    const isFirst = row.authorId === author.id;
    const role = row.kind === 'merge' ? (isFirst ? 'took_in' : 'was_taken_in') : isFirst ? 'gave_away' : 'was_made';
    const moved = row.undo as MovedRows | null;
    return {
      id: row.id,
      kind: row.kind === 'merge' ? 'merge' : 'split',
      state: row.state as ChangeView['state'],
      role,
      other: publicNames.get((isFirst ? row.otherId : row.authorId) ?? '') ?? null,
      works: new Set(moved?.authorships.map(({ work }) => work)).size,
      appliedAt: row.appliedAt ?? row.proposedAt,
      undoUntil: row.state === 'applied' ? row.undoUntil : null,
      endedAt: row.endedAt,
    };
  });
}

/**
 * Returns names and slugs of public records; the slug of a merged record redirects. The name of a merged record is a former name of the
 * remaining one, so it is omitted if the owner hides those.
 */
async function selectPublicNames(
  reader: Reader,
  ids: readonly string[],
  hidesFormerNames: boolean,
): Promise<Map<string, { slug: string; name: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await reader
    .select(columnsOf(authors, 'id', 'slug', 'name', 'mergedInto'))
    .from(authors)
    .where(and(inArray(authors.id, [...new Set(ids)]), fullyVisible()));
  return new Map(
    rows.filter(({ mergedInto }) => !hidesFormerNames || mergedInto === null).map(({ id, slug, name }) => [id, { slug, name }]),
  );
}
