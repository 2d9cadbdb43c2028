import { hash } from 'node:crypto';
import { type Entry, type Library, type Options, parse } from '@retorquere/bibtex-parser';
import { formatWhole } from '#lib/platform/limits.ts';
import { parseInlineMarkup } from '#lib/platform/text/inline-markup.ts';
import { parseLatex } from '#lib/platform/text/latex/tree.ts';
import { plainText, withoutUnsafeCharacters } from '#lib/platform/text/rich-text.ts';
import type { ImportEvent, ImportedWork, PrintedAddress } from '../model.ts';
import { InputError, type InputFile, readEach, readWholeText } from '../reading.ts';
import { areAbbreviationsShort } from './abbreviations.ts';
import { printedAddressesIn } from './addresses.ts';
import { dateOf, detailsOf, identifiersOf, typeOf } from './fields.ts';
import { maxFieldCharacters, removeLongEntries } from './long-entries.ts';
import { parseAuthors } from './names.ts';

const maxFileBytes = 16 * 1024 * 1024;
/** Entry types that only hold fields for other entries. */
const nonWorkTypes = new Set(['xdata', 'set', 'bibnote', 'comment']);

/**
 * Reads BibTeX and biblatex files. An invalid entry is quarantined with its key and the reason; the rest of its file is imported. An entry
 * is also quarantined if its DOI (or its key and title) occurred earlier in the same run.
 */
export function bibtex(files: readonly InputFile[]): AsyncGenerator<ImportEvent> {
  const firstUses = new Map<string, string>();
  return readEach(
    files,
    async function* (file) {
      yield* entriesOf(file, await readLibrary(file), firstUses);
    },
    (message) => `${message} The whole file was left out.`,
  );
}

/** Reads entries from a pasted text. An invalid entry is returned, too, with the fields that could be read, for correction in the form. */
export function parseBibtexEntries(name: string, text: string): ImportEvent[] {
  try {
    return [...entriesOf({ name }, parseLibrary(text), new Map())];
  } catch (fault) {
    const reason = unreadableMessage('text', fault);
    return [{ kind: 'quarantined', input: name, record: { recordId: name, reason, excerpt: '' } }];
  }
}

/** Returns a readable message for invalid input, because the parser's own messages help nobody. */
const unreadableMessage = (subject: string, fault: unknown): string =>
  `The ${subject} cannot be read as BibTeX.${fault instanceof InputError ? ` ${fault.message}` : ''}`;

async function readLibrary(file: InputFile): Promise<Library> {
  const source = await readWholeText(file.path, maxFileBytes);
  try {
    const library = parseLibrary(source);
    // The parser returns invalid entries without their source. Their fields may contain those that follow.
    return { ...library, entries: library.entries.filter(({ input }) => input !== '') };
  } catch (fault) {
    throw new InputError(unreadableMessage('file', fault));
  }
}

/** Maximum number of repeated parses after unclosed formulas were escaped; entries with more of them are quarantined. */
const maxRepairs = 4;

/** Fields with lists of names, which names.ts parses: the parser scans the whole list again for each name. */
const nameListField = /^(author|bookauthor|collaborator|commentator|director|editor[abs]?|holder|scriptwriter|translator)$/;

/**
 * Parses a file, without its control characters, on which the parser fails. An unmatched `$`, at which the parser aborts the entry, is read
 * as a literal dollar sign.
 */
function parseLibrary(source: string): Library {
  const options: Options = {
    ...{ raw: true, english: false, sentenceCase: false, caseProtection: false, unsupported: 'ignore' },
    verbatimFields: [nameListField],
  };
  const { text: short, removed } = removeLongEntries(withoutUnsafeCharacters(source), nameListField);
  let text = short;
  if (!areAbbreviationsShort(text))
    throw new InputError('Its abbreviations (@string) are too long when they are written out. Shorten them.');
  let library = parse(text, options);
  for (let repairs = 0; repairs < maxRepairs && library.errors.some(({ error }) => unclosedMathError.test(error)); repairs += 1) {
    text = escapeUnclosedMath(text, library.errors);
    library = parse(text, options);
  }
  library.errors = removeFragmentErrors(library.errors, text);
  library.errors.push(...removed.map((input) => ({ error: fieldTooLongError, input })));
  return library;
}

const unclosedMathError = /^Unclosed math section at line (\d+), column (\d+)/;

/** Escapes the last `$` before each position at which the parser reports an unclosed formula. */
function escapeUnclosedMath(source: string, errors: Library['errors']): string {
  const lines = source.split('\n');
  for (const { error } of errors) {
    const [, line = '', column = ''] = unclosedMathError.exec(error) ?? [];
    // The formula may have started on an earlier line.
    for (let at = Number(line) - 1, end = Number(column); at >= 0; at -= 1, end = Number.POSITIVE_INFINITY) {
      const text = lines[at] ?? '';
      const sign = lastUnescapedDollar(text, end);
      if (sign === -1) continue;
      lines[at] = `${text.slice(0, sign)}\\${text.slice(sign)}`;
      break;
    }
  }
  return lines.join('\n');
}

/** Returns the position of the last unescaped `$` before an end; -1 if there is none. */
function lastUnescapedDollar(text: string, end: number): number {
  for (let at = Math.min(end, text.length) - 1; at >= 0; at -= 1) if (text[at] === '$' && text[at - 1] !== '\\') return at;
  return -1;
}

/** Error of the parser for a field with some hundred thousand words or characters, or with tens of thousands of nested braces. */
const stackOverflowError = 'Maximum call stack size exceeded';
const fieldTooLongError = 'A field is too long';

function* entriesOf(file: Pick<InputFile, 'name'>, library: Library, firstUses: Map<string, string>): Generator<ImportEvent> {
  const input = file.name;
  // An undefined abbreviation does not invalidate the entry; its name is used as the value.
  const errors = library.errors.filter(({ error }) => !error.startsWith('Unresolved @string'));
  for (const [at, { error, input: excerpt = '' }] of errors.entries()) {
    const key = keyIn(excerpt) ?? `error ${at + 1}`;
    const position = /at line (\d+), column (\d+)/.exec(error);
    const positionText = position ? ` (line ${position[1]}, column ${position[2]})` : '';
    const reason =
      error === fieldTooLongError || error.startsWith(stackOverflowError)
        ? `A field of the entry is too long, or its braces are nested too deeply. Shorten it to fewer than ${formatWhole(maxFieldCharacters)} characters, and import it again.`
        : `The entry is not valid BibTeX${positionText}. Check its braces, quotes and commas, and import it again.`;
    yield { kind: 'quarantined', input, record: { recordId: key, reason, excerpt } };
  }
  const entries = library.entries.filter((entry) => entry.input !== '' || Object.keys(entry.fields).length > 0);
  for (const entry of entries) yield eventOf(input, entry, firstUses);
  if (entries.length > 0 || errors.length > 0) return;
  yield { kind: 'quarantined', input, record: { recordId: input, reason: `No entry was found in ${input}; is it BibTeX?`, excerpt: '' } };
}

/** Returns the key of the entry that starts a text; undefined if the text does not start with an entry. */
const keyIn = (text: string): string | undefined => /^\s*@\s*\w+\s*[{(]\s*([^\s,{}()]+)/.exec(text)?.[1];

/**
 * Removes errors that follow from the one before. The parser splits an entry with an unclosed brace at each `@`, such as that of an email
 * address, and reports every fragment.
 * @param errors in the order of the text
 */
function removeFragmentErrors(errors: Library['errors'], text: string): Library['errors'] {
  let depth = 0;
  let end = 0;
  return errors.filter(({ input = '' }) => {
    const isFragment = depth > 0 && keyIn(input) === undefined && text.startsWith(input, end);
    const start = isFragment ? end : text.indexOf(input, end);
    depth = (isFragment ? depth : 0) + countOpenBraces(input);
    // An input that differs from the text has no position, and neither have those after it.
    end = start === -1 ? text.length : start + input.length;
    return !isFragment;
  });
}

/** Returns the number of opening braces minus the number of closing braces. */
function countOpenBraces(text: string): number {
  let depth = 0;
  for (const [sign] of text.matchAll(/\\.|[{}]/g)) depth += sign === '{' ? 1 : sign === '}' ? -1 : 0;
  return depth;
}

function eventOf(input: string, entry: Entry, firstUses: Map<string, string>): ImportEvent {
  const quarantine = (reason: string): ImportEvent => ({
    kind: 'quarantined',
    input,
    record: { recordId: entry.key || '(no key)', reason, excerpt: entry.input.slice(0, 200) },
  });
  if (nonWorkTypes.has(entry.type)) return quarantine(`An @${entry.type} entry describes no work.`);
  let work: ImportedWork;
  let printed: PrintedAddress[];
  try {
    ({ work, printed } = workOf(input, entry));
  } catch {
    return quarantine('The entry cannot be read. Check its names and its title, and import it again.');
  }
  if (work.title === null && work.authors.length === 0)
    return quarantine('The entry has neither a title nor an author. Add one and import it again.');
  const firstUse = firstUses.get(work.recordId);
  if (firstUse !== undefined) return quarantine(`The same work comes earlier (${firstUse}); the first is kept.`);
  firstUses.set(work.recordId, `${input}, ${entry.key}`);
  return { kind: 'work', input, work, ...(printed.length > 0 ? { printed } : {}) };
}

/** Returns the fields as text, with keys in lower case. (A list field that the parser splits is joined again.) */
function textFields(fields: Entry['fields']): Record<string, string | undefined> {
  const texts: Record<string, string | undefined> = Object.create(null);
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    if (typeof value === 'string') texts[name.toLowerCase()] = value;
    else if (Array.isArray(value) && value.every((each) => typeof each === 'string')) texts[name.toLowerCase()] = value.join(', ');
  }
  return texts;
}

function workOf(file: string, entry: Entry): { work: ImportedWork; printed: PrintedAddress[] } {
  const fields = textFields(entry.fields);
  const identifiers = identifiersOf(fields);
  const { authors, complete, printed } = parseAuthors(fields.author ?? '');
  const titleSource = [fields.title, fields.subtitle].filter((part) => part?.trim()).join(': ');
  const title = parseLatex(titleSource.replace(/\s+/g, ' ').trim());
  const doi = identifiers.find(({ scheme }) => scheme === 'doi')?.value;
  const work: ImportedWork = {
    source: 'bibtex',
    recordId: doi ?? `${file}#${hash('sha256', `${entry.key}\n${plainText(title)}`, 'base64url').slice(0, 22)}`,
    title: title.length > 0 ? parseInlineMarkup(title) : null,
    type: typeOf(
      entry.type,
      identifiers.some(({ scheme }) => scheme === 'arxiv'),
    ),
    ...dateOf(fields),
    ...detailsOf(fields),
    identifiers,
    authors,
    authorsComplete: complete,
    indicators: [],
  };
  return { work, printed: [...printed, ...printedAddressesIn(fields)] };
}
