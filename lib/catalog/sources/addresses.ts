import anyAscii from 'any-ascii';
import { emailAddress } from '#lib/platform/mail/address.ts';
import type { RichText } from '#lib/platform/text/rich-text.ts';
import { tokenize } from '#lib/platform/text/tokenizer.ts';
import type { ExternalProfile, ImportEvent, ImportedAuthor, ImportedName, ImportedWork, PrintedAddress, Quarantined } from './model.ts';

/** Converts an email address to the keyed hash that may be stored (lib/platform/keys/seal.ts). */
type Seal = (address: string) => string;

const one = /(?<![\w.+%-])[\w+%-]+(?:\.[\w+%-]+)*@(?:[a-z0-9-]{1,63}\.)+[a-z]{2,24}(?![\w@-])/gi;
/** Several local parts before one @, as papers print them: {ada, grace}@lamps.example */
const group = /\\?[{[(]\s*([\w.+%-]+(?:\s*[,;|/]\s*[\w.+%-]+)+)\s*\\?[}\])]\s*@((?:[a-z0-9-]{1,63}\.)+[a-z]{2,24})(?![\w@-])/gi;
const lead = /(?:\b(?:e-?mails?|mail|contact|correspond(?:ing|ence)(?: (?:author|to))?)\s*[:=]?\s*)/gi;

/** Returns the distinct email addresses in a text, in order. */
export function addressesIn(text: string): string[] {
  if (!text.includes('@')) return [];
  const whole = text.replace(group, (_, names: string, host: string) =>
    names
      .split(/[,;|/]/)
      .map((name) => `${name.trim()}@${host}`)
      .join(' '),
  );
  const found = [...whole.matchAll(one)].flatMap(([address]) => {
    const read = emailAddress(address);
    return read.ok ? [read.value] : [];
  });
  return [...new Set(found)];
}

/** Replaces the email addresses in a text. With `tidy`, also removes words that only introduce an address. */
function without(text: string, instead: string, tidy = false): string {
  if (!text.includes('@')) return text;
  const left = text.replace(group, instead).replace(one, instead);
  if (left === text) return text;
  if (!tidy) return left;
  return left
    .replace(/\s+/g, ' ')
    .replace(lead, ' ')
    .replace(/[<([{]\s?[,;]?\s?[>)\]}]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\s([,;.])/g, '$1')
    .replace(/([,;])(?:\s*[,;])+/g, '$1')
    .replace(/^[\s,;:.]+|(?<![\s,;:])[\s,;:]+$/g, '');
}

/** Returns a name or an affiliation without email addresses, and the addresses that it contained. */
export const extractAddresses = (text: string): { text: string; addresses: string[] } => ({
  text: without(text, ' ', true),
  addresses: addressesIn(text),
});

const parts = (text: string): string[] => tokenize(anyAscii(text));
const letters = (text: string): string => parts(text).join('');

/**
 * True if the local part of an email address is composed of this name: the whole family name, and at least an initial of the given names.
 */
function isMadeOf(local: string, { name, family }: Pick<ImportedName, 'name' | 'family'>): boolean {
  const all = parts(name);
  const last = letters(family ?? all.at(-1) ?? '');
  const firsts = family ? parts(name.replace(family, ' ')) : all.slice(0, -1);
  if (last.length < 2 || firsts.length === 0) return false;
  const given = firsts.join('');
  const initials = firsts.map((each) => each[0] ?? '').join('');
  const starts = [given, firsts[0] ?? '', initials, initials[0] ?? ''];
  const made = new Set([last, ...starts.flatMap((start) => [start + last, last + start])]);
  return made.has(letters(local).replaceAll(/\d+$/g, ''));
}

/**
 * Assigns email addresses to authors if that is unambiguous. In this order: the author beside whom the source puts the address; the only
 * author whose name its local part is composed of; if there are as many addresses as authors and the names contradict nothing, the author
 * at the same position. Otherwise null.
 */
export function whoseAre(
  printed: readonly PrintedAddress[],
  { authors, authorsComplete }: Pick<ImportedWork, 'authors' | 'authorsComplete'>,
): (number | null)[] {
  const open = printed.filter(({ beside }) => beside === null);
  const byName = (address: string): number[] => {
    const local = address.slice(0, address.lastIndexOf('@')).replace(/\+.*$/, '');
    return authors.flatMap((author, at) => (!author.organisation && isMadeOf(local, author) ? [at] : []));
  };
  const named = new Map(open.map(({ address }) => [address, byName(address)]));
  const inOrder =
    authorsComplete &&
    open.length === authors.length &&
    open.length === printed.length &&
    open.every(({ address }, at) => {
      const fits = named.get(address) ?? [];
      return fits.length === 0 || fits.includes(at);
    });
  return printed.map(({ address, beside }, at) => {
    if (beside !== null) return beside;
    const [only, other] = named.get(address) ?? [];
    if (only !== undefined && other === undefined) return only;
    return inOrder ? at : null;
  });
}

const removed = '[address not shown]';

const textWithout = (tree: RichText): RichText =>
  tree.map((node) =>
    typeof node === 'string' ? without(node, removed) : node.tag === 'math' ? node : { ...node, of: textWithout(node.of) },
  );

/** Returns a work without email addresses; each name gets the seals of the addresses that clearly belong to it. */
function workWithout(work: ImportedWork, printed: readonly PrintedAddress[], seal: Seal): ImportedWork {
  const all: PrintedAddress[] = [...printed];
  const authors = work.authors.map((author, beside) => {
    const name = extractAddresses(author.name);
    const place = author.affiliation === undefined ? null : extractAddresses(author.affiliation);
    const found = [...new Set([...name.addresses, ...(place?.addresses ?? [])])];
    if (found.length === 0) return author;
    // Several addresses beside one name belong to a group; only some are this person's.
    all.push(...found.map((address) => ({ address, beside: found.length === 1 ? beside : null })));
    return nameWithout(author, name, place?.text);
  });
  const whose = whoseAre(all, { ...work, authors });
  const kept = authors.map((author, at) => {
    const seals = [...new Set(all.filter((_, place) => whose[place] === at).map(({ address }) => seal(address)))];
    return seals.length > 0 ? { ...author, printedAddresses: seals.sort() } : author;
  });
  const abstract = work.abstract && textWithout(work.abstract);
  const title = work.title && textWithout(work.title);
  return { ...work, title, ...(abstract ? { abstract } : {}), authors: kept };
}

/** Removes email addresses from a name. If a source has an address instead of a name, its local part becomes the name. */
function nameWithout(
  { affiliation: _, family, ...rest }: ImportedName,
  { text, addresses: [first = ''] }: ReturnType<typeof extractAddresses>,
  place: string | undefined,
): ImportedName {
  const last = family === undefined ? '' : extractAddresses(family).text;
  const name = text || first.slice(0, first.lastIndexOf('@'));
  return { ...rest, name, ...(last ? { family: last } : {}), ...(place ? { affiliation: place } : {}) };
}

const recordWithout = (record: Quarantined): Quarantined => ({
  ...record,
  reason: without(record.reason, removed),
  excerpt: without(record.excerpt, removed),
});

function profileWithout(author: ImportedAuthor): ImportedAuthor {
  const { name, elsewhere } = author;
  const entries = (career: ExternalProfile['positions']) =>
    career.map((entry) => ({ ...entry, title: without(entry.title, removed), place: without(entry.place, removed) }));
  const said = elsewhere && { ...elsewhere, positions: entries(elsewhere.positions), education: entries(elsewhere.education) };
  return { ...author, name: without(name, removed), ...(said && { elsewhere: said }) };
}

/**
 * Removes all email addresses from the events of a source adapter. Of addresses beside a name, seals are stored; anyone who knows an
 * address can later prove with a seal that it was printed there. Of other addresses nothing is stored
 * (docs/decisions/0023-printed-addresses.md).
 */
export async function* withoutAddresses(events: AsyncIterable<ImportEvent>, seal: Seal): AsyncGenerator<ImportEvent> {
  for await (const event of events) {
    if (event.kind === 'read' || event.kind === 'known') yield event;
    else if (event.kind === 'quarantined') yield { ...event, record: recordWithout(event.record) };
    else if (event.kind === 'profile') yield { ...event, author: profileWithout(event.author) };
    else yield { kind: 'work', input: event.input, work: workWithout(event.work, event.printed ?? [], seal) };
  }
}
