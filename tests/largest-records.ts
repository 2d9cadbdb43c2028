import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import type { Store } from '#lib/platform/db/store.ts';

/** Sizes of the largest records in a real bibliography: an author with 5,000 works, and a work by 450 authors. */
export const largest = { name: 'Petra Vielschreiber', works: 5000, crowd: 450, firstYear: 1975, years: 50 } as const;

const createImportedWork = (recordId: string, title: string, year: number, names: string[]): ImportedWork => ({
  ...{ source: 'bibtex', recordId, title: [title], type: year % 4 === 0 ? 'paper' : 'article', year, identifiers: [], indicators: [] },
  ...{ authors: names.map((name) => ({ name })), authorsComplete: true },
});

/** Imports both, and refreshes the author record. */
export async function storeLargest(store: Store): Promise<void> {
  const { storeWorks } = await import('#lib/catalog/ingest/commands/store-works.ts');
  const { refreshAuthors } = await import('#lib/catalog/refresh/commands/authors.ts');
  const works = Array.from({ length: largest.works - 1 }, (_, at) =>
    createImportedWork(`large-${at}`, `Result number ${at} on matter ${at % 97} of interest`, largest.firstYear + (at % largest.years), [
      largest.name,
      ...(at % 3 === 0 ? [] : [`Coauthor Number${at % 60}`]),
    ]),
  );
  const crowd = Array.from({ length: largest.crowd - 1 }, (_, at) => `Member${at} Ofthecrowd`);
  works.push(createImportedWork('large-crowd', 'What four hundred and fifty people found', 2024, [...crowd, largest.name]));
  for (let start = 0; start < works.length; start += 500) {
    const page = works.slice(start, start + 500);
    await store.transact((tx) => storeWorks(tx, { source: 'bibtex', importId: null, observedAt: new Date(), works: page }));
  }
  while ((await store.transact((tx) => refreshAuthors(tx, 200))) > 0);
}
