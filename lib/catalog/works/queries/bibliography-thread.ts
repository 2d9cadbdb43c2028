import { parentPort } from 'node:worker_threads';
import locales from '@citation-js/plugin-csl/lib/locales.json' with { type: 'json' };
import CSL from 'citeproc';
import type { Bibliography, BibliographyQuestion, CitationPart } from '../model/citations/bibliography.ts';

// Formats citations with citeproc: see bibliography.ts.

/** Delimiters around parts of a citation: private-use Unicode characters, which are removed from items. */
const signs = { italic: ['\ue001', '\ue002'], bold: ['\ue003', '\ue004'], isTitle: ['\ue005', '\ue006'] } as const;
/** Replacement for "<", because citeproc interprets <i>, <b> and similar in fields as markup; titles are plain text here. */
const lessThan = '\ue007';
/** Placeholder for the number before a citation; the page numbers the list itself. */
const number = '\ue008';
const reserved = /[\ue001-\ue008]/g;
const around = ([open, close]: readonly [string, string]): string => `${open}%%STRING%%${close}`;

CSL.Output.Formats.parts = {
  ...CSL.Output.Formats.text,
  '@font-style/italic': around(signs.italic),
  '@font-weight/bold': around(signs.bold),
  '@display/left-margin': () => number,
  // citeproc calls `variableWrapper` here.
  '@showid/true': CSL.Output.Formats.html?.['@showid/true'],
};

const plain = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replace(reserved, '').replaceAll('<', lessThan);
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, plain(of)]));
};

function cite({ style, items }: BibliographyQuestion): Bibliography {
  const byId = new Map(items.map((item) => [item.id, plain(item)]));
  const known: Record<string, unknown> = locales;
  const engine = new CSL.Engine(
    {
      retrieveLocale: (language) => known[language] ?? known['en-US'],
      retrieveItem: (id) => byId.get(id),
      variableWrapper: ({ variableNames }, before, text, after) =>
        variableNames[0] === 'title' ? `${before}${signs.isTitle[0]}${text}${signs.isTitle[1]}${after}` : `${before}${text}${after}`,
    },
    style,
    'en-US',
  );
  engine.setOutputFormat('parts');
  engine.updateItems([...byId.keys()], true);
  const [{ entry_ids }, entries] = engine.makeBibliography();
  const found = new Map(entry_ids.map(([id], at) => [id, entries[at] ?? '']));
  return {
    isNumbered: entries.some((entry) => entry.includes(number)),
    citations: items.map(({ id }) => partsOf((found.get(`${id}`) ?? '').replace(number, ''))),
  };
}

function partsOf(entry: string): CitationPart[] {
  const [parts, looks]: [CitationPart[], Omit<CitationPart, 'text'>] = [[], {}];
  let hasTitle = false;
  for (const text of entry.trim().split(/([\ue001-\ue006])/)) {
    const sign = Object.entries(signs).find(([, pair]) => pair.some((one) => one === text));
    if (sign) {
      const [name, [open]] = sign as [keyof typeof looks, readonly [string, string]];
      looks[name] = text === open;
    } else if (text) {
      // Only the first title part is marked, because a style may repeat the title or print one of its words upright.
      const isTitle: boolean = looks.isTitle === true && !hasTitle;
      hasTitle ||= isTitle;
      const { italic, bold } = looks;
      parts.push({ text: text.replaceAll(lessThan, '<'), ...(isTitle && { isTitle }), ...(italic && { italic }), ...(bold && { bold }) });
    }
  }
  // Without authors, a style may start with the title, which is then not a separate part.
  if (!hasTitle && parts[0]) parts[0].isTitle = true;
  return parts;
}

parentPort?.once('message', (question: BibliographyQuestion) => parentPort?.postMessage(cite(question)));
parentPort?.postMessage('ready');
