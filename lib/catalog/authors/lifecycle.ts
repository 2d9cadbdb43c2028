import { authorNames, authorSlugs, authors } from '#lib/platform/db/schema/authors.ts';
import { byFunction, cleared, corpus, id, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

export const authorsLifecycle: readonly TableLifecycle[] = [
  {
    table: authors,
    accounts: { ownerId: id('records', byFunction(cleared('The record is the sources’; it is unclaimed again.'))) },
    texts: {
      name: 'The record is called as its sources call it.',
      affiliation: 'The record says what its sources say.',
      availability: 'Nobody is there to be invited.',
      privacy: 'It was the owner’s wish.',
      pinned: 'It was the owner’s choice.',
    },
    records: { mergedInto: 'A record that was merged leads to the one that took it in, and that one to its own.' },
  },
  {
    table: authorNames,
    accounts: corpus,
    // Other spellings are counted again; nobody but a source page gives the original script.
    records: { authorKey: { as: 'natives', by: 'name', unlike: ['name'], where: 'native' } },
  },
  {
    table: authorSlugs,
    accounts: corpus,
    texts: { slug: 'An address that says a name which the owner alone has given leads nowhere any longer.' },
    records: { authorKey: 'The addresses of a record that was merged redirect.' },
  },
];
