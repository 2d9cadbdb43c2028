import { authorSources, sourceNames } from '#lib/platform/db/schema/authors.ts';
import {
  importProblems,
  imports,
  quarantinedRecords,
  sourceRecords,
  storedInputParts,
  storedInputs,
} from '#lib/platform/db/schema/imports.ts';
import { authorships, contributors, listings, workIdentifiers, workSources, works, workTitles } from '#lib/platform/db/schema/works.ts';
import { corpusReason, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';

export const ingestLifecycle = [
  lifecycleOf(imports, {}, 'Import runs belong to the operator.'),
  lifecycleOf(importProblems, {}, 'What could not be read belongs to the operator.'),
  lifecycleOf(quarantinedRecords, {}, 'Input that could not be imported belongs to the operator.'),
  ...[sourceNames, sourceRecords, storedInputParts, storedInputs, workIdentifiers, works, workSources, workTitles].map((table) =>
    lifecycleOf(table, {}, corpusReason),
  ),
  lifecycleOf(
    authorships,
    { authorKey: { retained: 'governance/identity moves it together with its state (commands/authorships.ts).' } },
    corpusReason,
  ),
  lifecycleOf(
    contributors,
    {
      authorKey: {
        moves: { storedName: 'contributors', identifiedBy: { work: 'work_key', position: 'position' } },
      },
    },
    corpusReason,
  ),
  lifecycleOf(
    listings,
    {
      authorKey: {
        moves: { storedName: 'listings', identifiedBy: { source: 'source', work: 'work_key' }, unlessEqual: ['source', 'work_key'] },
      },
    },
    corpusReason,
  ),
  lifecycleOf(
    authorSources,
    { authorKey: { moves: { storedName: 'mappings', identifiedBy: { source: 'source', recordId: 'record_id' } } } },
    corpusReason,
  ),
];
