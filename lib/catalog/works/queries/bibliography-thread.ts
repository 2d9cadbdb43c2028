import { parentPort } from 'node:worker_threads';
import locales from '@citation-js/plugin-csl/lib/locales.json' with { type: 'json' };
import CSL from 'citeproc';
import type { Bibliography, BibliographyRequest, CitationPart } from '../model/citations/bibliography.ts';

// Formats citations with citeproc: see bibliography.ts.

/** Delimiters around parts of a citation: private-use Unicode characters, which are removed from items. */
const delimiters = { italic: ['\ue001', '\ue002'], bold: ['\ue003', '\ue004'], isTitle: ['\ue005', '\ue006'] } as const;
/** Replacement for "<", because citeproc interprets <i>, <b> and similar in fields as markup; titles are plain text here. */
const lessThanPlaceholder = '\ue007';
/** Placeholder for the number before a citation; the page numbers the list itself. */
const numberPlaceholder = '\ue008';
const placeholderPattern = /[\ue001-\ue008]/g;
const templateOf = ([open, close]: readonly [string, string]): string => `${open}%%STRING%%${close}`;

CSL.Output.Formats.parts = {
  ...CSL.Output.Formats.text,
  '@font-style/italic': templateOf(delimiters.italic),
  '@font-weight/bold': templateOf(delimiters.bold),
  '@display/left-margin': () => numberPlaceholder,
  // citeproc calls `variableWrapper` here.
  '@showid/true': CSL.Output.Formats.html?.['@showid/true'],
};

const escapeItem = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replace(placeholderPattern, '').replaceAll('<', lessThanPlaceholder);
  if (Array.isArray(value)) return value.map(escapeItem);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, escapeItem(of)]));
};

function formatBibliography({ style, items }: BibliographyRequest): Bibliography {
  const itemsById = new Map(items.map((item) => [item.id, escapeItem(item)]));
  const localesByLanguage: Record<string, unknown> = locales;
  const engine = new CSL.Engine(
    {
      retrieveLocale: (language) => localesByLanguage[language] ?? localesByLanguage['en-US'],
      retrieveItem: (id) => itemsById.get(id),
      variableWrapper: ({ variableNames }, before, text, after) =>
        variableNames[0] === 'title'
          ? `${before}${delimiters.isTitle[0]}${text}${delimiters.isTitle[1]}${after}`
          : `${before}${text}${after}`,
    },
    style,
    'en-US',
  );
  engine.setOutputFormat('parts');
  engine.updateItems([...itemsById.keys()], true);
  const [{ entry_ids }, entries] = engine.makeBibliography();
  const entriesById = new Map(entry_ids.map(([id], at) => [id, entries[at] ?? '']));
  return {
    isNumbered: entries.some((entry) => entry.includes(numberPlaceholder)),
    citations: items.map(({ id }) => partsOf((entriesById.get(`${id}`) ?? '').replace(numberPlaceholder, ''))),
  };
}

function partsOf(entry: string): CitationPart[] {
  const [parts, activeStyles]: [CitationPart[], Omit<CitationPart, 'text'>] = [[], {}];
  let hasTitle = false;
  for (const text of entry.trim().split(/([\ue001-\ue006])/)) {
    const delimiter = Object.entries(delimiters).find(([, pair]) => pair.some((one) => one === text));
    if (delimiter) {
      const [name, [open]] = delimiter as [keyof typeof activeStyles, readonly [string, string]];
      activeStyles[name] = text === open;
    } else if (text) {
      // Only the first title part is marked, because a style may repeat the title or print one of its words upright.
      const isTitle: boolean = activeStyles.isTitle === true && !hasTitle;
      hasTitle ||= isTitle;
      const { italic, bold } = activeStyles;
      parts.push({
        text: text.replaceAll(lessThanPlaceholder, '<'),
        ...(isTitle && { isTitle }),
        ...(italic && { italic }),
        ...(bold && { bold }),
      });
    }
  }
  // Without authors, a style may start with the title, which is then not a separate part.
  if (!hasTitle && parts[0]) parts[0].isTitle = true;
  return parts;
}

parentPort?.once('message', (question: BibliographyRequest) => parentPort?.postMessage(formatBibliography(question)));
parentPort?.postMessage('ready');
