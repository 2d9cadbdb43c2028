import { authorLetters, authorNames, authorSlugs, authors } from '#lib/platform/db/schema/authors.ts';
import { by, cleared, corpus, id, of, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

export const authorsLifecycle: readonly TableLifecycle[] = [
  of(authors, {
    ownerId: id('records', by('elsewhere', cleared('The record is the sources’; it is unclaimed again.'))),
    name: { words: 'The record is called as its sources call it.' },
    affiliation: { words: 'The record says what its sources say.' },
    availability: { words: 'Nobody is there to be invited.' },
    privacy: { words: 'It was the owner’s wish.' },
    pinned: { words: 'It was the owner’s choice.' },
    mergedInto: { retained: 'A record that was merged leads to the one that took it in, and that one to its own.' },
  }),
  of(authorLetters, {}, corpus),
  // Other name variants are recounted. Only a source page states the original script.
  of(authorNames, { authorKey: { moves: { as: 'natives', by: 'name', unlike: ['name'], where: 'native' } } }, corpus),
  of(
    authorSlugs,
    {
      slug: { words: 'An address that says a name which the owner alone has given leads nowhere any longer.' },
      authorKey: { retained: 'The addresses of a record that was merged redirect.' },
    },
    corpus,
  ),
];
