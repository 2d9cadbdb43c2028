interface HandWritten {
  statements: number;
  /** Why the query builder does not write them. */
  reason: string;
}

const written = (statements: number, reason: string): HandWritten => ({ statements, reason });

const recursive = 'Follows merges by a recursive query, which the builder does not have.';
const fullText = 'Searches the full text, in the syntax of the engine.';
const byEngine = 'Maintains the full-text index, by commands of the engine.';
const byParts = 'The text is put together from the tables and columns of a list.';
const nested =
  'Nested subqueries refer to the tables around them; of the statement, the builder would write little more than the first line.';
const selfJoin = 'Joins a table with itself, for which the builder needs the alias of one engine.';
const onImport = 'Every page of an import reads by it: the builder takes longer for each row.';
const longProfile = 'Every work of a profile is read for its list: the builder decodes the sources of each, and not once for equal lists.';

/**
 * The hand-written SQL statements of `lib/`, by file. The typed builder is the default: `prepared` on hot paths, `isAnyOf` and `isInList`
 * for lists of any length. The list may only shrink.
 */
export const handWrittenSql: Readonly<Record<string, HandWritten>> = {
  'lib/catalog/contexts/queries/people.ts': written(
    2,
    'The first people of each of several years, in one statement: each part has an order and a limit of its own.',
  ),
  'lib/catalog/graph/commands.ts': written(1, selfJoin),
  'lib/catalog/ingest/commands/authorships.ts': written(1, onImport),
  'lib/catalog/ingest/commands/name-matching.ts': written(2, onImport),
  'lib/catalog/ingest/commands/source-people.ts': written(1, onImport),
  'lib/catalog/ingest/commands/versions.ts': written(1, onImport),
  'lib/catalog/ingest/commands/work-matching.ts': written(2, onImport),
  'lib/catalog/ingest/queries.ts': written(1, selfJoin),
  'lib/catalog/refresh/commands/author-facts.ts': written(4, nested),
  'lib/catalog/search-index/documents.ts': written(2, byParts),
  'lib/catalog/search-index/merge.ts': written(3, byEngine),
  'lib/catalog/search-index/new-matches.ts': written(1, fullText),
  'lib/catalog/search-index/tables.ts': written(3, fullText),
  'lib/catalog/statements/queries/addresses.ts': written(1, recursive),
  'lib/catalog/trust/queries/log.ts': written(1, recursive),
  'lib/catalog/works/queries/list.ts': written(3, longProfile),
  'lib/catalog/works/queries/provenance.ts': written(2, selfJoin),
  'lib/community/feeds/queries/cursors.ts': written(2, nested),
  'lib/governance/claims/commands/open.ts': written(1, selfJoin),
  'lib/governance/claims/queries/attestations.ts': written(1, selfJoin),
  'lib/governance/identity/commands/moves.ts': written(2, byParts),
  'lib/governance/identity/queries/preview.ts': written(1, selfJoin),
  'lib/portal/search/queries/facets.ts': written(1, byParts),
  'lib/runtime/doctor/check-powers.ts': written(1, byParts),
};

const call = /\.(?:query|execute|rows)[<(]/g;

/** Returns the files whose number of hand-written statements differs from the list, as 'path: found, not allowed'. */
export const unlistedSql = (files: readonly { path: string; text: string }[], allowed = handWrittenSql): string[] =>
  files.flatMap(({ path, text }) => {
    if (!path.startsWith('lib/') || path.startsWith('lib/platform/db/')) return [];
    const found = [...text.matchAll(call)].length;
    const listed = allowed[path]?.statements ?? 0;
    return found === listed ? [] : [`${path}: ${found}, not ${listed}`];
  });

const minReasonLength = 15;

/** Returns the entries without a reason, and those whose file has no statement. */
export const unexplainedSql = (allowed = handWrittenSql): string[] =>
  Object.entries(allowed).flatMap(([path, { statements, reason }]) =>
    reason.trim().length < minReasonLength || statements === 0 ? [path] : [],
  );
