import { citationFormats, maxPerFile, maxSelected } from '#lib/catalog/works/model/citations/formats.ts';
import { formatWhole } from '#lib/platform/limits.ts';
import { eventsOnPage, maxCited } from '#lib/portal/pages/model/limits.ts';

/** A public file, feed or JSON document of the instance. */
export interface Endpoint {
  content: string;
  /** URL paths; braces mark the parts that differ. A path without them can be opened. */
  paths: readonly string[];
  formats: string;
  note?: string;
}

const citationNames = citationFormats.map(({ name }) => name).join(', ');
const citationEndings = citationFormats.map(({ ending }) => `.${ending}`).join(', ');

/** The endpoints that other programs read, in the groups of the page. */
export const endpointGroups: readonly { id: string; title: string; endpoints: readonly Endpoint[] }[] = [
  {
    id: 'citations',
    title: 'Citations',
    endpoints: [
      { content: 'One work', paths: ['/works/{id}/cite.bib'], formats: citationNames, note: `The endings are ${citationEndings}.` },
      {
        content: 'Works of a person',
        paths: ['/authors/{slug}/works/cite.bib?type=paper&from=2019'],
        formats: citationNames,
        note: `With the filters of the page. Up to ${formatWhole(maxCited)}; see Link: next.`,
      },
      {
        content: 'Works of a topic, venue or institution',
        paths: ['/topics/{slug}/cite.bib?year=2025', '/venues/{slug}/cite.bib', '/institutions/{slug}/cite.bib'],
        formats: citationNames,
        note: `Up to ${maxPerFile}, newest first; see Link: next.`,
      },
      {
        content: 'Works that a search finds',
        paths: ['/search/cite.bib?q={words}'],
        formats: citationNames,
        note: `Up to ${maxPerFile}, newest first.`,
      },
      { content: 'Selected works', paths: ['/works/cite.bib?id={id}&id={id}'], formats: citationNames, note: `At most ${maxSelected}.` },
    ],
  },
  {
    id: 'profiles',
    title: 'Profiles',
    endpoints: [
      {
        content: 'Research object: the profile with its works and its signed evidence',
        paths: ['/authors/{slug}/ro-crate-metadata.json'],
        formats: 'RO-Crate 1.1',
        note: 'Another instance can import it.',
      },
      {
        content: 'CV',
        paths: ['/authors/{slug}/cv/cv.tex', '/authors/{slug}/cv/cv.docx', '/authors/{slug}/cv/cv.html', '/authors/{slug}/cv/resume.json'],
        formats: 'LaTeX, DOCX, HTML, JSON Resume',
      },
      {
        content: 'List of works for another site',
        paths: ['/authors/{slug}/cv/works.html', '/authors/{slug}/cv/works.json'],
        formats: 'HTML, JSON',
        note: 'Can be embedded, and read from scripts of other sites.',
      },
      {
        content: 'Badge and card for another site',
        paths: ['/authors/{slug}/badge.svg', '/oembed.json?url={URL of a profile}'],
        formats: 'SVG, oEmbed 1.0',
      },
      {
        content: 'Profile for an address book, and its address as a QR code',
        paths: ['/authors/{slug}/vcard.vcf', '/authors/{slug}/qr.svg'],
        formats: 'vCard 4.0, SVG',
      },
      {
        content: 'The profile on a day',
        paths: ['/authors/{slug}?as-of={date}'],
        formats: 'HTML',
        note: 'Dates such as 2026-01-31.',
      },
    ],
  },
  {
    id: 'feeds',
    title: 'Feeds',
    endpoints: [
      {
        content: 'New works of a person, topic, venue or institution',
        paths: ['/authors/{slug}/feed.atom', '/topics/{slug}/feed.atom', '/venues/{slug}/feed.atom', '/institutions/{slug}/feed.atom'],
        formats: 'Atom, JSON Feed',
        note: 'Each also as feed.json.',
      },
      { content: 'New works that a search finds', paths: ['/search/feed.atom?q={words}'], formats: 'Atom, JSON Feed' },
      {
        content: 'What sources state about a work or a person, and when it changed',
        paths: ['/works/{id}/history/feed.atom', '/authors/{slug}/history/feed.atom'],
        formats: 'Atom, JSON Feed',
      },
      {
        content: 'Accepted corrections, for the sources',
        paths: ['/works/{id}/upstream', '/authors/{slug}/upstream'],
        formats: 'HTML, text, XML',
      },
    ],
  },
  {
    id: 'graph',
    title: 'Research graph',
    endpoints: [
      {
        content: 'People, works, topics, venues and institutions around one of them, and their links',
        paths: ['/graph/slice.json?from=author:{slug}'],
        formats: 'JSON',
      },
      {
        content: 'The same for other programs',
        paths: ['graphml', 'gexf', 'net', 'svg', 'png'].map((ending) => `/graph/slice.${ending}?from=author:{slug}`),
        formats: 'GraphML, GEXF, Pajek, SVG, PNG',
      },
      {
        content: 'The same for networkx and D3, for VOSviewer, and as tables',
        paths: ['node-link.json', 'vosviewer.json', 'nodes.csv', 'links.csv'].map((file) => `/graph/${file}?from=author:{slug}`),
        formats: 'JSON, CSV',
      },
      {
        content: 'Shortest paths between two of them',
        paths: ['/graph/path.json?from=author:{slug}&to=work:{id}'],
        formats: 'JSON',
      },
    ],
  },
  {
    id: 'trust',
    title: 'Trust and its evidence',
    endpoints: [
      {
        content: 'Trust snapshot of a profile with its evidence',
        paths: ['/authors/{slug}/trust.json'],
        formats: 'JSON, signed with Ed25519',
      },
      {
        content: 'Evidence log with its daily heads',
        paths: ['/trust/log.json'],
        formats: 'JSON, signed with Ed25519',
        note: `${eventsOnPage} events in a page. Each page names the next.`,
      },
      { content: 'Heads of other logs that this instance has witnessed', paths: ['/trust/witness.json'], formats: 'JSON' },
      { content: 'Verifier', paths: ['/trust/verify.mjs'], formats: 'JavaScript, one file without dependencies' },
    ],
  },
];
