import { parentPort } from 'node:worker_threads';
import locales from '@citation-js/plugin-csl/lib/locales.json' with { type: 'json' };
import CSL from 'citeproc';
import type { Bibliography, BibliographyRequest, CitationPart } from '../model/citations/bibliography.ts';

// Formats citations with citeproc: see bibliography.ts.

/** Delimiters around parts of a citation: private-use Unicode characters, which are removed from items. */
const delimiters = { italic: ['\ue001', '\ue002'], bold: ['\ue003', '\ue004'], isTitle: ['\ue005', '\ue006'] } as const;
/** Replacement for "<", because citeproc interprets <i>, <b> and similar in fields as markup; fields are plain text here. */
const lessThanPlaceholder = '\ue007';
/** Placeholder for the number before a citation; the page numbers the list itself. */
const numberPlaceholder = '\ue008';
/** Mark of a title that is a description: citeproc keeps it in the text, so that its quotes and italics can be left out. */
const descriptionMark = '\ue009';
const placeholderPattern = /[\ue001-\ue009\ue100-\ue4ff]/g;
type Work = BibliographyRequest['works'][number];
const templateOf = ([open, close]: readonly [string, string]): string => `${open}%%STRING%%${close}`;

const textFormat = CSL.Output.Formats.text;
/** A decoration of citeproc: it gets the decorated text. */
type Decoration = (state: unknown, text?: string) => string;
const unlessDescription =
  (decorate: Decoration): Decoration =>
  (state, text) =>
    text?.includes(descriptionMark) ? text : decorate(state, text);

CSL.Output.Formats.parts = {
  ...textFormat,
  '@quotes/true': unlessDescription(textFormat?.['@quotes/true'] as Decoration),
  '@font-style/italic': unlessDescription((_, text) => delimiters.italic.join(text)),
  '@font-weight/bold': templateOf(delimiters.bold),
  '@display/left-margin': () => numberPlaceholder,
  // citeproc calls `variableWrapper` here.
  '@showid/true': CSL.Output.Formats.html?.['@showid/true'],
};

const escapeText = (text: string): string => text.replace(placeholderPattern, '').replaceAll('<', lessThanPlaceholder);
const escapeValue = (value: unknown): unknown => {
  if (typeof value === 'string') return escapeText(value);
  if (Array.isArray(value)) return value.map(escapeValue);
  return value === null || typeof value !== 'object' ? value : escapeItem(value);
};
const escapeItem = (item: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).map(([name, of]) => [name, escapeValue(of)]));

/** First of the characters that replace the parts of a title whose capitals are kept. The tag of citeproc for these changes the text next to it. */
const firstKept = 0xe100;
const maxKept = 0x400;
const keptPattern = /[\ue100-\ue4ff]/g;
/** A style adds no full stop after these signs, so it has to see them. */
const sentenceEnd = /[.?!…]+$/u;
const endOf = (text: string): string => sentenceEnd.exec(text)?.[0] ?? '';

/** Returns a title as a field of citeproc: text, with one character for each part that keeps its capitals. */
const titleField = ({ title, isDescription }: Work): string =>
  `${isDescription ? descriptionMark : ''}${title
    .map(({ text, keepsCase }, at) =>
      keepsCase && at < maxKept ? `${String.fromCharCode(firstKept + at)}${endOf(text)}` : escapeText(text),
    )
    .join('')
    .replace(/\s+/g, ' ')
    .trim()}`;
const restoreKept = (entry: string, { title }: Work): string =>
  entry.replace(keptPattern, (sign) => escapeText((title[sign.charCodeAt(0) - firstKept]?.text ?? '').replace(sentenceEnd, '')));

/** The ids of works with authors that are left out. */
const incompleteWorks = new Set<unknown>();
/*
 * Writes "et al." after the last known author of an incomplete list, in the way of the style. CSL has no such name; citeproc compares the
 * printed names with their number, so one more is counted than there are.
 */
const { truncatePersonalNameLists } = CSL.NameOutput.prototype;
CSL.NameOutput.prototype.truncatePersonalNameLists = function () {
  truncatePersonalNameLists.call(this);
  if (!incompleteWorks.has(this.Item.id) || !this.freeters_count.author) return;
  this.freeters_count.author += 1;
  // The last author is not known.
  this.etal_use_last = false;
};

function formatBibliography({ style, works }: BibliographyRequest): Bibliography {
  const itemsById = new Map(works.map((work) => [work.item.id, { ...escapeItem(work.item), title: titleField(work) }]));
  for (const { item, hasAllAuthors } of works) if (!hasAllAuthors) incompleteWorks.add(item.id);
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
    citations: works.map((work) => partsOf(restoreKept((entriesById.get(`${work.item.id}`) ?? '').replace(numberPlaceholder, ''), work))),
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
        text: text.replaceAll(lessThanPlaceholder, '<').replaceAll(descriptionMark, ''),
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
