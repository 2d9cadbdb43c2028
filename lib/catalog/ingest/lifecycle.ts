import { authorSources, sourceNames } from '#lib/platform/db/schema/authors.ts';
import { imports, quarantinedRecords, sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { authorships, listings, workIdentifiers, workSources, works, workTitles } from '#lib/platform/db/schema/works.ts';
import { corpus, ofNobody, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

export const ingestLifecycle: readonly TableLifecycle[] = [
  ...ofNobody('Runs of importers are the operator’s.', imports),
  ...ofNobody('What an importer could not read is the operator’s.', quarantinedRecords),
  ...ofNobody(corpus, sourceNames, sourceRecords, workIdentifiers, works, workSources, workTitles),
  {
    table: authorships,
    accounts: corpus,
    records: { authorKey: 'governance/identity moves it with the state that it had (commands/authorships.ts).' },
  },
  {
    table: listings,
    accounts: corpus,
    records: { authorKey: { as: 'listings', by: { source: 'source', work: 'work_key' }, unlike: ['source', 'work_key'] } },
  },
  { table: authorSources, accounts: corpus, records: { authorKey: { as: 'ways', by: { source: 'source', recordId: 'record_id' } } } },
];
