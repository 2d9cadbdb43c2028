import { authorLetters, authorNames, authorSlugs, authors } from '#lib/platform/db/schema/authors.ts';
import { accountIdColumn, cleared, corpusReason, erasedBy, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';

export const authorsLifecycle = [
  lifecycleOf(authors, {
    ownerId: accountIdColumn('records', erasedBy('elsewhere', cleared('The record is derived from sources. It becomes unclaimed.'))),
    name: { erasedText: 'The record is shown with the name from its sources.' },
    affiliation: { erasedText: 'The record is shown with the affiliation from its sources.' },
    availability: { erasedText: 'An unclaimed record cannot receive invitations.' },
    privacy: { erasedText: 'It was a setting of the owner.' },
    pinned: { erasedText: 'It was a choice of the owner.' },
    mergedInto: { retained: 'A merged record redirects to the remaining record.' },
  }),
  lifecycleOf(authorLetters, {}, corpusReason),
  // Other name variants are recounted. Only a source page states the original script.
  lifecycleOf(
    authorNames,
    { authorKey: { moves: { storedName: 'natives', identifiedBy: 'name', unlessEqual: ['name'], where: 'native' } } },
    corpusReason,
  ),
  lifecycleOf(
    authorSlugs,
    {
      slug: { erasedText: 'A URL with a name that only the owner stated no longer resolves.' },
      authorKey: { retained: 'The URLs of a merged record redirect.' },
    },
    corpusReason,
  ),
];
