import { authorSources, sourceNames } from '#lib/platform/db/schema/authors.ts';
import { imports, quarantinedRecords, sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { authorships, listings, workIdentifiers, workSources, works, workTitles } from '#lib/platform/db/schema/works.ts';
import { corpus, of, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

export const ingestLifecycle: readonly TableLifecycle[] = [
  of(imports, {}, 'Runs of imports are the operator’s.'),
  of(quarantinedRecords, {}, 'What an importer could not read is the operator’s.'),
  ...[sourceNames, sourceRecords, workIdentifiers, works, workSources, workTitles].map((table) => of(table, {}, corpus)),
  of(
    authorships,
    { authorKey: { retained: 'governance/identity moves it with the state that it had (commands/authorships.ts).' } },
    corpus,
  ),
  of(
    listings,
    { authorKey: { moves: { as: 'listings', by: { source: 'source', work: 'work_key' }, unlike: ['source', 'work_key'] } } },
    corpus,
  ),
  of(authorSources, { authorKey: { moves: { as: 'mappings', by: { source: 'source', recordId: 'record_id' } } } }, corpus),
];
