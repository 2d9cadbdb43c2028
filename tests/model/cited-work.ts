import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import type { CitedName, CitedWork } from '#lib/catalog/works/model/citations/cited.ts';
import { resolveWork } from '#lib/catalog/works/model/resolve.ts';

/** Returns a work for tests of citations, with the given fields. */
export const citedWork = (fields: Partial<CitedWork>): CitedWork => ({
  ...{ id: '0123456789ab', title: ['On Lamps'], type: 'paper', year: 2026, date: null, venue: null, details: {}, language: null },
  ...{ doi: null, arxiv: null, acl: null, isbn: [], url: null, retracted: false, authors: [], authorsComplete: true, unplaced: [] },
  ...{ contributors: [], isVolume: false, volume: null, revision: 1, updatedAt: new Date('2026-11-21T00:00:00Z') },
  ...fields,
});

const nameOf = ({
  name,
  family,
  organisation = false,
}: Pick<ImportedWork['authors'][number], 'name' | 'family' | 'organisation'>): CitedName => ({
  ...{ name, organisation },
  ...(family !== undefined && { family }),
});

/** Returns the citation of a work that one file describes. */
export function toCitedWork(work: ImportedWork): CitedWork {
  const resolved = resolveWork([{ ...work, source: 'bibtex' }]);
  const valuesOf = (wanted: string): string[] => work.identifiers.flatMap(({ scheme, value }) => (scheme === wanted ? value : []));
  return citedWork({
    ...resolved,
    authors: resolved.authors.names.map(nameOf),
    authorsComplete: resolved.authors.complete,
    contributors: resolved.contributors.map(({ role, name }) => ({ role, name: nameOf(name) })),
    ...{ isbn: valuesOf('isbn'), arxiv: valuesOf('arxiv')[0] ?? null, acl: null, isVolume: false },
  });
}
