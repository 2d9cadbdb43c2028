import type { CitedWork } from '#lib/catalog/works/model/citations/cited.ts';

/** Returns a work for tests of citations, with the given fields. */
export const citedWork = (fields: Partial<CitedWork>): CitedWork => ({
  ...{ id: '0123456789ab', title: ['On Lamps'], type: 'paper', year: 2026, date: null, venue: null, details: {}, language: null },
  ...{ doi: null, arxiv: null, acl: null, isbn: [], url: null, retracted: false, authors: [], authorsComplete: true, unplaced: [] },
  ...{ contributors: [], isVolume: false, volume: null, revision: 1, updatedAt: new Date('2026-11-21T00:00:00Z') },
  ...fields,
});
