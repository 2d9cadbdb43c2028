import { type Entry, type Library, type Options, parse } from '@retorquere/bibtex-parser';
import { finding, type Problem } from '#lib/catalog/bibliography/problems.ts';
import { formatWhole } from '#lib/platform/limits.ts';
import { withoutUnsafeCharacters } from '#lib/platform/text/rich-text.ts';
import { fileRecordId } from '../file-records.ts';
import type { ImportEvent, ImportedWork, PrintedAddress } from '../model.ts';
import { InputError, type InputFile, readEach, readWholeText } from '../reading.ts';
import { areAbbreviationsShort } from './abbreviations.ts';
import { parentsIn, splitFile } from './chunks.ts';
import { readEntry } from './fields.ts';
import { inheritFields, type Parents } from './inheritance.ts';
import { maxFieldCharacters, type RemovedField, removeLongFields } from './long-fields.ts';
import { expandMacros } from './macros.ts';

const maxFileBytes = 16 * 1024 * 1024;
/** Entry types that only hold fields for other entries, or none. */
const nonWorkTypes = new Set(['xdata', 'set', 'bibnote', 'comment']);

/** The entries that a run has read: where each work came first. */
type FirstUses = Map<string, string>;

/**
 * Reads BibTeX and biblatex files. An invalid entry is quarantined with its key and the reason; the rest of its file is imported. An entry
 * that describes the same work as an earlier one of the same run is skipped, whichever file has it.
 */
export function bibtex(files: readonly InputFile[]): AsyncGenerator<ImportEvent> {
  const firstUses: FirstUses = new Map();
  return readEach(
    files,
    async function* (file) {
      yield* readFile(file, firstUses);
    },
    (message) => `${message} The whole file was left out.`,
  );
}

/** Reads a file in parts, so that its progress can be shown. */
async function* readFile(file: InputFile, firstUses: FirstUses): AsyncGenerator<ImportEvent> {
  const source = await readWholeText(file.path, maxFileBytes);
  let library: Generator<LibraryPart>;
  try {
    library = parseParts(source);
    let entries = 0;
    for (const { share, ...part } of library) {
      const events = [...entriesOf(file.name, part, firstUses)];
      entries += events.length;
      yield* events;
      yield { kind: 'part', input: file.name, bytes: Math.floor(share * file.bytes) };
    }
    if (entries === 0) yield noEntry(file.name);
  } catch (fault) {
    throw new InputError(unreadableMessage('file', fault));
  }
}

const noEntry = (input: string): ImportEvent => ({
  kind: 'quarantined',
  input,
  record: { recordId: input, reason: `No entry was found in ${input}; is it BibTeX?`, excerpt: '' },
});

/** Reads entries from a pasted text. An invalid entry is returned, too, with the fields that could be read, for correction in the form. */
export function parseBibtexEntries(name: string, text: string): ImportEvent[] {
  try {
    const firstUses: FirstUses = new Map();
    const events = [...parseParts(text, true)].flatMap((part) => [...entriesOf(name, part, firstUses)]);
    return events.length > 0 ? events : [noEntry(name)];
  } catch (fault) {
    const reason = unreadableMessage('text', fault);
    return [{ kind: 'quarantined', input: name, record: { recordId: name, reason, excerpt: '' } }];
  }
}

/** Returns a readable message for invalid input, because the parser's own messages help nobody. */
const unreadableMessage = (subject: string, fault: unknown): string =>
  `The ${subject} cannot be read as BibTeX.${fault instanceof InputError ? ` ${fault.message}` : ''}`;

/** A parsed part of a file. */
interface LibraryPart {
  library: Library;
  /** The text that was parsed, to find the lines of entries. */
  text: string;
  removed: RemovedField[];
  parents: Parents;
  /** The share of the file that this part covers, from 0 to 1. */
  share: number;
}

/**
 * Parses a text part by part.
 * @param keepsFragments true to return invalid entries with the fields that could be read
 * @throws InputError if its abbreviations are too long
 */
function* parseParts(source: string, keepsFragments = false): Generator<LibraryPart> {
  const { text, removed } = removeLongFields(expandMacros(withoutUnsafeCharacters(source)), nameListField);
  if (!areAbbreviationsShort(text))
    throw new InputError('Its abbreviations (@string) are too long when they are written out. Shorten them.');
  const distant = readParents(text);
  let start = 0;
  for (const part of splitFile(text)) {
    const library = parsePart(part.text);
    // The parser returns invalid entries without their source. Their fields may contain those that follow.
    if (!keepsFragments) library.entries = library.entries.filter(({ input }) => input !== '');
    const parents = distant.size > 0 || library.entries.some(inheritsFields) ? new Map([...distant, ...parentsOf(library)]) : distant;
    const share = (part.end - start) / Math.max(1, text.length);
    yield { library, text: part.text, removed, parents, share };
    start = part.end;
  }
}

/** Parses the entries from which others inherit fields. */
function readParents(text: string): Parents {
  const parents = parentsIn(text);
  if (parents === '') return new Map();
  return parentsOf(parsePart(parents));
}

const parentsOf = ({ entries }: Library): Parents =>
  new Map(entries.map((entry) => [entry.key.toLowerCase(), { entry, fields: textFields(entry) }]));

const inheritsFields = ({ fields }: Entry): boolean => 'xdata' in fields || 'crossref' in fields;

/** Maximum number of repeated parses after unclosed formulas were escaped; entries with more of them are quarantined. */
const maxRepairs = 4;

/** Fields with lists of names, which names.ts parses: the parser scans the whole list again for each name. */
const nameListField = /^(author|bookauthor|collaborator|commentator|director|editor[abs]?|holder|scriptwriter|translator)$/;

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** A month beside a day: `"10~" # jan`. The parser writes abbreviations of months as numbers, and the day could then be the month. */
const joinedMonth = new RegExp(`#\\s*(?:${months.join('|')})\\b|\\b(?:${months.join('|')})\\s*#`, 'i');
const monthNames = months.map((name) => `@string{${name}={${name}}}`).join('');

/** Parses a text. An unmatched `$`, at which the parser aborts the entry, is read as a literal dollar sign. */
function parsePart(source: string): Library {
  const options: Options = {
    ...{
      raw: true,
      english: false,
      sentenceCase: false,
      caseProtection: false,
      unsupported: 'ignore',
      removeOuterBraces: [],
      applyCrossRef: false,
    },
    verbatimFields: [nameListField],
  };
  let text = joinedMonth.test(source) ? monthNames + source : source;
  let library = parse(text, options);
  for (let repairs = 0; repairs < maxRepairs && library.errors.some(({ error }) => unclosedMathError.test(error)); repairs += 1) {
    text = escapeUnclosedMath(text, library.errors);
    library = parse(text, options);
  }
  library.errors = removeFragmentErrors(library.errors, text);
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
const tooLongReason = `A field of the entry is too long, or its braces are nested too deeply. Shorten it to fewer than ${formatWhole(maxFieldCharacters)} characters, and import it again.`;

function* entriesOf(
  input: string,
  { library, text, removed, parents }: Omit<LibraryPart, 'share'>,
  firstUses: FirstUses,
): Generator<ImportEvent> {
  // An undefined abbreviation does not invalidate the entry; its name is used as the value.
  const errors = library.errors.filter(({ error }) => !error.startsWith('Unresolved @string'));
  for (const [at, { error, input: excerpt = '' }] of errors.entries()) {
    const key = keyIn(excerpt) ?? `error ${at + 1}`;
    const position = /at line (\d+), column (\d+)/.exec(error);
    const positionText = position ? ` (line ${position[1]}, column ${position[2]})` : '';
    const reason = error.startsWith(stackOverflowError)
      ? tooLongReason
      : `The entry is not valid BibTeX${positionText}. Check its braces, quotes and commas, and import it again.`;
    yield { kind: 'quarantined', input, record: { recordId: key, reason, excerpt } };
  }
  const lines = new LineCounter(text);
  for (const entry of library.entries) {
    if (entry.input === '' && Object.keys(entry.fields).length === 0) continue;
    const line = lines.lineOf(entry.input);
    const lost = removed.filter(({ key }) => key !== undefined && key === entry.key);
    const event = eventOf(input, entry, { line, parents, firstUses });
    if (!event) continue;
    if (event.kind === 'quarantined' && lost.length > 0) {
      yield { ...event, record: { ...event.record, reason: tooLongReason } };
      continue;
    }
    yield event.kind === 'work' && lost.length > 0 ? { ...event, problems: [...(event.problems ?? []), ...lost.map(longField)] } : event;
  }
}

const longField = ({ name, start }: RemovedField): Problem => ({
  field: name,
  ...finding(start, `It is longer than ${formatWhole(maxFieldCharacters)} characters.`, 'without it'),
});

/** Finds the lines of entries, in the order of the text. */
class LineCounter {
  private readonly text: string;
  private at = 0;
  private line = 1;

  constructor(text: string) {
    this.text = text;
  }

  /** Returns the line on which an entry begins; null if it is not in the text as written. */
  lineOf(entry: string): number | null {
    const at = entry === '' ? -1 : this.text.indexOf(entry, this.at);
    if (at === -1) return null;
    for (let next = this.text.indexOf('\n', this.at); next !== -1 && next < at; next = this.text.indexOf('\n', next + 1)) this.line += 1;
    this.at = at;
    return this.line;
  }
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

interface EntryContext {
  line: number | null;
  parents: Parents;
  firstUses: FirstUses;
}

/** Returns the event of an entry; null for a data container, and for an entry that repeats an earlier one. */
function eventOf(input: string, entry: Entry, { line, parents, firstUses }: EntryContext): ImportEvent | null {
  const quarantine = (reason: string): ImportEvent => ({
    kind: 'quarantined',
    input,
    record: { recordId: entry.key || '(no key)', reason, excerpt: entry.input.slice(0, 200) },
  });
  if (entry.type === 'xdata') return null;
  if (nonWorkTypes.has(entry.type)) return quarantine(`An @${entry.type} entry describes no work.`);
  let read: { work: ImportedWork; printed: PrintedAddress[]; problems: Problem[] };
  try {
    const { work, ...rest } = readEntry(entry.type, inheritFields(textFields(entry), parents));
    read = { ...rest, work: { ...work, source: 'bibtex', recordId: '' } };
    read.work.recordId = fileRecordId(read.work);
  } catch {
    return quarantine('The entry cannot be read. Check its names and its title, and import it again.');
  }
  const { work, printed, problems } = read;
  if (work.title === null && work.authors.length === 0 && !work.contributors?.length)
    return quarantine('The entry has neither a title nor an author. Add one and import it again.');
  const place = line === null ? `${input}, ${entry.key}` : `${input}, line ${line}`;
  const firstUse = firstUses.get(work.recordId);
  if (firstUse !== undefined) return { kind: 'repeated', input, place, first: firstUse };
  firstUses.set(work.recordId, `${input}, ${entry.key}`);
  return {
    kind: 'work',
    input,
    work,
    ...(line !== null && { place: `line ${line}` }),
    ...(printed.length > 0 && { printed }),
    ...(problems.length > 0 && { problems }),
  };
}

/** Returns the fields as text, with keys in lower case. (A list field that the parser splits is joined again.) */
function textFields({ fields, input }: Pick<Entry, 'fields' | 'input'>): Record<string, string | undefined> {
  const texts: Record<string, string | undefined> = Object.create(null);
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    if (typeof value === 'string') texts[name.toLowerCase()] = value;
    else if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
      texts[name.toLowerCase()] = name === 'keywords' ? (value.length > 1 && keywordsIn(input)) || value.join(', ') : value.join(' and ');
  }
  return texts;
}

/** Returns the keywords of an entry as written: the parser sorts them, and takes the comma of "Lamps, electric" for the end of one. */
function keywordsIn(entry: string): string | undefined {
  const start = /(?:^|[,\s])keywords?\s*=\s*(?=[{"])/i.exec(entry);
  if (!start) return undefined;
  const from = start.index + start[0].length;
  const end = entry[from] === '"' ? '"' : '}';
  for (let at = from + 1, depth = 0; at < entry.length; at += 1) {
    const sign = entry[at];
    if (sign === '\\') at += 1;
    else if (depth === 0 && sign === end) return /^\s*#/.test(entry.slice(at + 1)) ? undefined : entry.slice(from + 1, at);
    else if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
  }
  return undefined;
}
