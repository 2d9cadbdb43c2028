import { expect, test } from 'vitest';
import type { CitedWork } from '#lib/catalog/works/model/citations/cited.ts';
import { workLinkedData } from '#lib/catalog/works/model/linked-data.ts';
import { signpostingLinks } from '#lib/runtime/server/pages/signposting.ts';
import { citedWork } from './cited-work.ts';

const base = 'https://peergraph.example';
const person = (id: string, orcid?: string) => ({
  ...{ name: 'Ada Byron', organisation: false },
  profile: { id, slug: 'ada-byron', ...(orcid && { orcid }) },
});
const lamp = citedWork({ title: ['On Lamps </script>'], authors: [{ name: 'Somebody', organisation: false }] });

function linksOf(work: CitedWork): string[] {
  const json = JSON.stringify(workLinkedData(work, base)).replaceAll('<', '\\u003c');
  return signpostingLinks(['<head>', `<main><script type="application/ld+json">${json}</script></main>`], `/works/${work.id}`);
}

test('a work links to its DOI, types, PDF, files and authors, and an author by the ORCID iD of their profile', () => {
  const authors = [...lamp.authors, person('a'), person('b', '0000-0002-1825-0097')];
  expect(linksOf({ ...lamp, authors, doi: '10.1000/lamps>é', arxiv: '2401.00001' })).toEqual([
    '<https://doi.org/10.1000/lamps%3E%C3%A9>; rel="cite-as"',
    '<https://schema.org/AboutPage>; rel="type"',
    '<https://schema.org/ScholarlyArticle>; rel="type"',
    '<https://arxiv.org/pdf/2401.00001>; rel="item"; type="application/pdf"',
    '</works/0123456789ab/cite.bib>; rel="describedby"; type="application/x-bibtex"',
    '</works/0123456789ab/cite.ris>; rel="describedby"; type="application/x-research-info-systems"',
    '</works/0123456789ab/cite.json>; rel="describedby"; type="application/vnd.citationstyles.csl+json"',
    '</works/0123456789ab/cite.jsonld>; rel="describedby"; type="application/ld+json"',
    '</works/0123456789ab/cite.csv>; rel="describedby"; type="text/csv"',
    `<${base}/authors/a>; rel="author"`,
    '<https://orcid.org/0000-0002-1825-0097>; rel="author"',
  ]);
});

test('a work without identifier has no other links than its types and files', () => {
  expect(linksOf(lamp).map((link) => /rel="([a-z-]+)"/.exec(link)?.[1])).toEqual(['type', 'type', ...Array(5).fill('describedby')]);
});

test('the links of a work with many authors, or a long identifier, stay below 2 kB', () => {
  const authors = Array.from({ length: 300 }, (_, at) => person(`author-${at}`));
  const links = linksOf({ ...lamp, authors, doi: `10.1000/${'lamps'.repeat(400)}` });
  expect(links.join('').length).toBeLessThanOrEqual(2_000);
  expect(links.filter((link) => link.includes('rel="author"')).length).toBeGreaterThan(10);
  expect(links.filter((link) => link.includes('rel="describedby"')).length).toBe(5);
});
