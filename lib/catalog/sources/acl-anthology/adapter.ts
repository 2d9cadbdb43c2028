import type { SaxesTagPlain } from 'saxes';
import { readDate, readDates } from '#lib/catalog/bibliography/dates.ts';
import { anthologyUrl, orcidIn, readDoi, readIsbns } from '#lib/catalog/bibliography/identifiers.ts';
import { isOrganisationName, isStandIn, withoutRestMark } from '#lib/catalog/bibliography/name-words.ts';
import { joinNameParts, withoutMarks } from '#lib/catalog/bibliography/names.ts';
import { readPages } from '#lib/catalog/bibliography/pages.ts';
import { finding, inField, type Problem } from '#lib/catalog/bibliography/problems.ts';
import { collapseSpaces, plainText, safeHref } from '#lib/platform/text/rich-text.ts';
import type { ImportEvent, ImportedName, ImportedWork, KnownFiles, QuarantinedRecord } from '../model.ts';
import { type ReadWork, withoutSharedOrcids } from '../people.ts';
import { InputError, type InputFile } from '../reading.ts';
import { walkXml } from '../xml.ts';
import { InlineBuilder } from './inline.ts';
import { resolveVenues, type SourceVenues } from './venues.ts';

/** Version of the parser. Increase it with every change of its output, so that known files are read again. */
export const aclParserVersion = 5;

type Fields = Map<string, string>;
type Person = { id?: string; orcid?: string; fields: Fields; affiliations: string[]; native?: Fields };
type Paper = {
  id: string;
  fields: Fields;
  people: Person[];
  editors: Person[];
  title?: InlineBuilder;
  abstract?: InlineBuilder;
  code?: string;
  retraction?: { date: string | undefined };
};
type Volume = {
  id: string;
  type: string;
  meta: Fields;
  venues: string[];
  editors: Person[];
  isWritten?: true;
  booktitle?: InlineBuilder;
  /** Read once, with the first paper. */
  shared?: SharedFields;
  date?: ReturnType<typeof readDates>;
};
/** What a volume states for each of its papers. */
type SharedFields = Partial<ImportedWork> & Pick<ImportedWork, 'type'>;

/**
 * Reads the ACL Anthology's XML: one file is one collection. A file that is invalid anywhere is quarantined as a whole, so that it is never
 * imported partially; other files continue.
 * @param venues names of the Anthology's venue ids, if its list of venues is available
 * @param knownFiles files that can be skipped
 */
export async function* aclAnthology(
  files: readonly InputFile[],
  venues: SourceVenues = new Map(),
  knownFiles: KnownFiles = new Map(),
): AsyncGenerator<ImportEvent> {
  const collections = new Map<string, string>();
  for (const file of files) {
    const collectionId = knownFiles.get(file.name)?.holds;
    if (collectionId !== undefined && !collections.has(collectionId)) {
      collections.set(collectionId, file.name);
      yield { kind: 'known', input: file.name, bytes: file.bytes };
      continue;
    }
    let readCollectionId: string | undefined;
    try {
      const collection = await readCollection(file, venues);
      readCollectionId = collection.id;
      const earlierFile = collections.get(collection.id);
      if (earlierFile)
        throw new InputError(`Collection ${collection.id} was already read from ${earlierFile}. Import one file of each collection.`);
      collections.set(collection.id, file.name);
      for (const { work, problems } of collection.works)
        yield { kind: 'work', input: file.name, work, ...(problems.length > 0 && { problems, place: work.recordId }) };
      for (const record of collection.repeated) yield { kind: 'quarantined', input: file.name, record };
    } catch (fault) {
      if (!(fault instanceof InputError)) throw fault;
      yield {
        kind: 'quarantined',
        input: file.name,
        record: {
          recordId: file.name,
          reason: `${fault.message}. The whole file was left out.`.replace('..', '.'),
          excerpt: fault.excerpt,
        },
      };
    }
    yield { kind: 'read', input: file.name, bytes: file.bytes, ...(readCollectionId && { holds: readCollectionId }) };
  }
}

async function readCollection(
  file: InputFile,
  venues: SourceVenues,
): Promise<{ id: string; works: ReadWork[]; repeated: QuarantinedRecord[] }> {
  const reader = new CollectionReader(venues);
  await walkXml(file.path, reader);
  if (!reader.id) throw new InputError('The file is not a collection of the ACL Anthology: <collection id="…"> is missing');
  return { id: reader.id, works: reader.works, repeated: reader.repeated };
}

const isInline = (path: readonly string[]): boolean => path.includes('title') || path.includes('abstract') || path.includes('booktitle');

class CollectionReader {
  id = '';
  readonly works: ReadWork[] = [];
  /** Papers whose id an earlier paper of the file has. */
  readonly repeated: QuarantinedRecord[] = [];
  private readonly uses = new Map<string, number>();
  private volume: Volume | undefined;
  private paper: Paper | undefined;
  private person: Person | undefined;
  private inline: InlineBuilder | undefined;
  private chars = '';
  private readonly venues: SourceVenues;

  constructor(venues: SourceVenues) {
    this.venues = venues;
  }

  open({ name, attributes }: SaxesTagPlain, path: readonly string[]): void {
    this.chars = '';
    const parent = path.at(-1);
    if (this.inline) this.inline.open(name);
    else if (parent === undefined) {
      if (name === 'collection') this.id = attributes.id ?? '';
      else throw new InputError(`The file is not a collection of the ACL Anthology: its outermost element is <${name}>`);
    } else if (name === 'volume')
      this.volume = { id: attributes.id ?? '', type: attributes.type ?? '', meta: new Map(), venues: [], editors: [] };
    else if (name === 'paper') this.paper = { id: attributes.id ?? '', fields: new Map(), people: [], editors: [] };
    else if (name === 'booktitle' && parent === 'meta' && this.volume) this.inline = this.volume.booktitle = new InlineBuilder();
    else if (this.paper) this.openInPaper(this.paper, name, attributes, parent);
    else if (name === 'editor' && parent === 'meta') this.person = toPerson(attributes);
    else if (this.person && name === 'variant') this.person.native = new Map();
  }

  private openInPaper(paper: Paper, name: string, attributes: Record<string, string>, parent: string): void {
    if (this.person && name === 'variant') this.person.native = new Map();
    if (parent !== 'paper') return;
    if (name === 'title' || name === 'abstract') this.inline = paper[name] = new InlineBuilder();
    else if (name === 'author' || name === 'editor') this.person = toPerson(attributes);
    else if (name === 'pwccode' && attributes.url) paper.code = attributes.url;
    else if (name === 'retracted' || name === 'removed') paper.retraction = { date: attributes.date };
  }

  text(text: string): void {
    if (this.inline) this.inline.text(text);
    else this.chars += text;
  }

  close(name: string, path: readonly string[]): void {
    if (this.inline) {
      if (isInline(path)) this.inline.close();
      else this.inline = undefined;
      return;
    }
    const parent = path.at(-1);
    const value = collapseSpaces(this.chars).trim();
    this.chars = '';
    if (this.person) this.closeInPerson(this.person, name, parent, value);
    else if (this.paper && name === 'paper') this.closePaper(this.paper);
    else if (name === 'volume' && this.volume) this.closeVolume(this.volume);
    else if (this.paper && parent === 'paper') this.paper.fields.set(name, value);
    else if (parent === 'meta' && name === 'venue') this.volume?.venues.push(value);
    else if (parent === 'meta') this.volume?.meta.set(name, value);
  }

  private closeInPerson(person: Person, name: string, parent: string | undefined, value: string): void {
    if (name === 'author' || name === 'editor') {
      const list = name === 'author' ? this.paper?.people : (this.paper ?? this.volume)?.editors;
      list?.push(person);
      this.person = undefined;
    } else if (parent === 'variant') person.native?.set(name, value);
    else if (name === 'affiliation' && value) person.affiliations.push(value);
    else person.fields.set(name, value);
  }

  private closePaper(paper: Paper): void {
    if (this.volume) {
      this.closeVolume(this.volume);
      this.keep(workOf(this.id, this.volume, paper, this.venues));
    }
    this.paper = undefined;
  }

  /** Adds a volume once, before its papers, which refer to it. */
  private closeVolume(volume: Volume): void {
    if (volume.isWritten) return;
    volume.isWritten = true;
    this.keep(volumeOf(this.id, volume));
  }

  /** Adds a work. If an id is repeated, the first paper is kept. */
  private keep(read: ReadWork): void {
    const { recordId, title } = read.work;
    const uses = (this.uses.get(recordId) ?? 0) + 1;
    this.uses.set(recordId, uses);
    if (uses === 1) this.works.push(read);
    else {
      const reason = `A paper with the id ${recordId} comes earlier in this file; the first is kept. Give it an id of its own and import the file again.`;
      this.repeated.push({ recordId: `${recordId} (${uses})`, reason, excerpt: plainText(title ?? []) });
    }
  }
}

/**
 * Returns the Anthology's id of a paper: P98-1001, W19-4801 or 2024.acl-long.1, composed of collection, volume and number. (The <url> of
 * some papers points elsewhere, and one collection contains the same <url> twice.)
 */
export function anthologyId(collection: string, volume: string, paper: string): string {
  if (!/^[A-Z]\d\d$/.test(collection)) return `${collection}-${volume}.${paper}`;
  const isLongForm = collection.startsWith('W') || collection === 'C69' || (collection === 'D19' && Number(volume) >= 5);
  return `${collection}-${isLongForm ? volume.padStart(2, '0') + paper.padStart(2, '0') : volume + paper.padStart(3, '0')}`;
}

/** Reads a list of people. The Anthology states the parts of each name; a stand-in for a name is nobody. */
function peopleOf(field: string, people: readonly Person[]): { names: ImportedName[]; complete: boolean; problems: Problem[] } {
  const list = { names: [] as ImportedName[], complete: true, problems: [] as Problem[] };
  for (const { id, orcid: written, fields, affiliations, native } of people) {
    const family = fields.get('last') ?? '';
    const name = `${fields.get('first') ?? ''} ${family}`.replace(/\s+/g, ' ').trim();
    if (name === '') continue;
    const isRest = withoutRestMark(name) === '';
    if (isRest || isStandIn(name)) {
      list.complete &&= !isRest;
      if (!isRest) list.problems.push({ field, ...finding(name, 'It is in the place of a name, and names nobody.', 'without it') });
      continue;
    }
    const orcid = written ? orcidIn(written) : null;
    if (orcid) list.problems.push(...inField(`${field} orcid`, orcid.problems));
    const nativeForm = native && joinNameParts({ given: native.get('first') ?? '', family: native.get('last') ?? '' });
    const read = withoutMarks({ name, family });
    list.problems.push(...inField(field, read.problems));
    list.names.push({
      ...read.name,
      ...(nativeForm ? { native: nativeForm } : {}),
      ...(id ? { personId: id } : {}),
      ...(orcid?.value ? { orcid: orcid.value } : {}),
      ...(affiliations.length > 0 ? { affiliation: affiliations.join('; ') } : {}),
      ...(isOrganisationName(name) ? { organisation: true } : {}),
    });
  }
  const { names, problems } = withoutSharedOrcids(field, list.names);
  return { ...list, names, problems: [...list.problems, ...problems] };
}

/** Parses a retraction. An invalid date is omitted and a long reason is cut; the work is still retracted. */
const retractionOf = (date: string | undefined, reason: string | undefined): ImportedWork['retraction'] => ({
  ...(date && readDate(date).value.date && { date: readDate(date).value.date }),
  ...(reason && { reason: reason.slice(0, 1000) }),
});

const toPerson = ({ id, orcid }: Record<string, string>): Person => ({ id, orcid, fields: new Map(), affiliations: [] });

const volumeId = (collection: string, volume: string): string => `${collection}-${volume}`;

/** Some volumes of journals state its title only as the name of their venue, or at the start of their own title. */
const journalOf = ({ meta, booktitle, venues: [id = ''] }: Volume, known: SourceVenues): string | undefined =>
  meta.get('journal-title') ||
  known.get(id)?.name ||
  inTitle(inlineTextOf(booktitle), /^(\S.{0,200}?),\s*Volume\s+\d/i) ||
  resolveVenues([id], known)[0]?.name;

/** The volume and number of a journal, which older volumes state only in their title. */
const inTitle = (title: string, pattern: RegExp): string | undefined => pattern.exec(title)?.[1];
const volumePattern = /\bVolume\s+(\d+)/i;
const issuePattern = /\b(?:Number|Issue)\s+(\d+(?:[-–]\d+)?)/i;

/** Returns the fields that a volume and its papers share. */
function volumeDetails({ meta, type, booktitle }: Volume): Partial<ImportedWork> {
  if (type !== 'journal') return { volume: meta.get('journal-volume') };
  const title = inlineTextOf(booktitle);
  return {
    volume: meta.get('journal-volume') || inTitle(title, volumePattern),
    issue: meta.get('journal-issue') || inTitle(title, issuePattern),
  };
}

/** Returns only the fields that have a value. */
const withoutEmpty = <Fields extends Partial<ImportedWork>>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as Partial<Fields>;

function volumeOf(collection: string, volume: Volume): ReadWork {
  const { meta, editors } = volume;
  const recordId = volumeId(collection, volume.id);
  const doi = readDoi(meta.get('doi') ?? '');
  const isbns = readIsbns(meta.get('isbn') ?? '');
  const people = peopleOf('editor', editors);
  volume.date ??= readDates({ year: meta.get('year'), month: meta.get('month') });
  const { date } = volume;
  const work: ImportedWork = {
    source: 'acl-anthology',
    recordId,
    isVolume: true,
    title: volume.booktitle?.tree() ?? null,
    type: 'book',
    ...withoutEmpty({ ...volumeDetails(volume), publisher: meta.get('publisher'), place: meta.get('address') }),
    ...date.value,
    url: `https://aclanthology.org/volumes/${recordId}/`,
    identifiers: [
      { scheme: 'acl', value: recordId },
      ...(doi ? [{ scheme: 'doi' as const, value: doi }] : []),
      ...isbns.value.map((value) => ({ scheme: 'isbn' as const, value })),
    ],
    authors: [],
    authorsComplete: true,
    contributors: people.names.map((name) => ({ ...name, role: 'editor' as const })),
    indicators: [],
  };
  return { work, problems: [...people.problems, ...inField('isbn', isbns.problems), ...inField('month', date.problems)] };
}

function workOf(
  collection: string,
  volume: Volume,
  { id, fields, people, editors, title, abstract, code, retraction }: Paper,
  knownVenues: SourceVenues,
): ReadWork {
  const { meta } = volume;
  volume.shared ??= sharedFieldsOf(collection, volume, knownVenues);
  const recordId = anthologyId(collection, volume.id, id);
  const doi = readDoi(fields.get('doi') ?? '');
  const authors = peopleOf('author', people);
  const pages = readPages(fields.get('pages') ?? '');
  const hasOwnDate = fields.has('year') || fields.has('month');
  const date = hasOwnDate
    ? readDates({ year: fields.get('year') ?? meta.get('year'), month: fields.get('month') ?? meta.get('month') })
    : (volume.date ?? readDates({ year: meta.get('year'), month: meta.get('month') }));
  const optional = {
    abstract: abstract?.tree() ?? undefined,
    pages: pages.value,
    note: fields.get('note'),
    ...(fields.has('issue') && { issue: fields.get('issue') }),
    ...(editors.length > 0 && { contributors: peopleOf('editor', editors).names.map((name) => ({ ...name, role: 'editor' as const })) }),
    language: fields.get('language'),
    code: codeOf(code),
    ...(retraction && { retracted: true, retraction: retractionOf(retraction.date, fields.get('retracted') ?? fields.get('removed')) }),
  };
  const work: ImportedWork = {
    source: 'acl-anthology',
    recordId,
    title: title?.tree() ?? null,
    ...volume.shared,
    ...withoutEmpty(optional),
    ...date.value,
    url: anthologyUrl(recordId),
    identifiers: [{ scheme: 'acl', value: recordId }, ...(doi ? [{ scheme: 'doi' as const, value: doi }] : [])],
    authors: authors.names,
    authorsComplete: authors.complete,
    indicators: [],
  };
  return { work, problems: [...authors.problems, ...inField('pages', pages.problems), ...inField('month', date.problems)] };
}

function sharedFieldsOf(collection: string, volume: Volume, knownVenues: SourceVenues): SharedFields {
  const venues = resolveVenues(volume.venues, knownVenues);
  const venue = volume.type === 'journal' ? journalOf(volume, knownVenues) : volume.meta.get('journal-title');
  return {
    ...withoutEmpty({
      venue: venue || inlineTextOf(volume.booktitle),
      venues: venues.length > 0 ? venues : undefined,
      ...volumeDetails(volume),
      partOf: volumeId(collection, volume.id),
      publisher: volume.meta.get('publisher'),
    }),
    type: volume.type === 'journal' ? 'article' : 'paper',
  };
}

const inlineTextOf = (inline: InlineBuilder | undefined): string => plainText(inline?.tree() ?? []);

function codeOf(address: string | undefined): ImportedWork['code'] {
  const url = address && safeHref(address);
  return url ? { state: 'linked', url, evidence: 'The Anthology links it, as Papers with Code does' } : undefined;
}
