import anyAscii from 'any-ascii';
import { emailAddress } from '#lib/platform/mail/address.ts';
import type { RichText } from '#lib/platform/text/rich-text.ts';
import { tokenize } from '#lib/platform/text/tokenizer.ts';
import type {
  ExternalProfile,
  ImportEvent,
  ImportedAuthor,
  ImportedName,
  ImportedWork,
  PrintedAddress,
  QuarantinedRecord,
} from './model.ts';

/** Converts an email address to the keyed hash that may be stored (lib/platform/keys/seal.ts). */
type SealAddress = (address: string) => string;

const addressPattern = /(?<![\w.+%-])[\w+%-]+(?:\.[\w+%-]+)*@(?:[a-z0-9-]{1,63}\.)+[a-z]{2,24}(?![\w@-])/gi;
/** Several local parts before one @, as papers print them: {ada, grace}@lamps.example */
const addressGroupPattern =
  /\\?[{[(]\s*([\w.+%-]+(?:\s*[,;|/]\s*[\w.+%-]+)+)\s*\\?[}\])]\s*@((?:[a-z0-9-]{1,63}\.)+[a-z]{2,24})(?![\w@-])/gi;
const addressLabelPattern = /(?:\b(?:e-?mails?|mail|contact|correspond(?:ing|ence)(?: (?:author|to))?)\s*[:=]?\s*)/gi;

/** Returns the distinct email addresses in a text, in order. */
export function addressesIn(text: string): string[] {
  if (!text.includes('@')) return [];
  const expanded = text.replace(addressGroupPattern, (_, names: string, host: string) =>
    names
      .split(/[,;|/]/)
      .map((name) => `${name.trim()}@${host}`)
      .join(' '),
  );
  const addresses = [...expanded.matchAll(addressPattern)].flatMap(([address]) => {
    const parsed = emailAddress(address);
    return parsed.ok ? [parsed.value] : [];
  });
  return [...new Set(addresses)];
}

const removedAddressText = '[address not shown]';

/** Replaces the email addresses in a text. */
const replaceAddresses = (text: string, replacement = removedAddressText): string =>
  text.includes('@') ? text.replace(addressGroupPattern, replacement).replace(addressPattern, replacement) : text;

/** Removes the email addresses from a text, and words that only introduce an address. */
function removeAddresses(text: string): string {
  const stripped = replaceAddresses(text, ' ');
  if (stripped === text) return text;
  return stripped
    .replace(/\s+/g, ' ')
    .replace(addressLabelPattern, ' ')
    .replace(/[<([{]\s?[,;]?\s?[>)\]}]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\s([,;.])/g, '$1')
    .replace(/([,;])(?:\s*[,;])+/g, '$1')
    .replace(/^[\s,;:.]+|(?<![\s,;:])[\s,;:]+$/g, '');
}

/** Returns a name or an affiliation without email addresses, and the addresses that it contained. */
export const extractAddresses = (text: string): { text: string; addresses: string[] } => ({
  text: removeAddresses(text),
  addresses: addressesIn(text),
});

const nameTokensOf = (text: string): string[] => tokenize(anyAscii(text));
const lettersOf = (text: string): string => nameTokensOf(text).join('');

/**
 * True if the local part of an email address is composed of this name: the whole family name, and at least an initial of the given names.
 */
function isLocalPartOfName(local: string, { name, family }: Pick<ImportedName, 'name' | 'family'>): boolean {
  const tokens = nameTokensOf(name);
  const familyName = lettersOf(family ?? tokens.at(-1) ?? '');
  const givenTokens = family ? nameTokensOf(name.replace(family, ' ')) : tokens.slice(0, -1);
  if (familyName.length < 2 || givenTokens.length === 0) return false;
  const given = givenTokens.join('');
  const initials = givenTokens.map((each) => each[0] ?? '').join('');
  const starts = [given, givenTokens[0] ?? '', initials, initials[0] ?? ''];
  const localParts = new Set([familyName, ...starts.flatMap((start) => [start + familyName, familyName + start])]);
  return localParts.has(lettersOf(local).replaceAll(/\d+$/g, ''));
}

/**
 * Assigns email addresses to authors if that is unambiguous. In this order: the author beside whom the source puts the address; the only
 * author whose name its local part is composed of; if there are as many addresses as authors and the names contradict nothing, the author
 * at the same position. Otherwise null.
 */
export function assignAddresses(
  printed: readonly PrintedAddress[],
  { authors, authorsComplete }: Pick<ImportedWork, 'authors' | 'authorsComplete'>,
): (number | null)[] {
  const unassigned = printed.filter(({ authorIndex }) => authorIndex === null);
  const authorsByLocalPart = (address: string): number[] => {
    const local = address.slice(0, address.lastIndexOf('@')).replace(/\+.*$/, '');
    return authors.flatMap((author, at) => (!author.organisation && isLocalPartOfName(local, author) ? [at] : []));
  };
  const candidatesByAddress = new Map(unassigned.map(({ address }) => [address, authorsByLocalPart(address)]));
  const isSameOrder =
    authorsComplete &&
    unassigned.length === authors.length &&
    unassigned.length === printed.length &&
    unassigned.every(({ address }, at) => {
      const candidates = candidatesByAddress.get(address) ?? [];
      return candidates.length === 0 || candidates.includes(at);
    });
  return printed.map(({ address, authorIndex }, at) => {
    if (authorIndex !== null) return authorIndex;
    const [only, other] = candidatesByAddress.get(address) ?? [];
    if (only !== undefined && other === undefined) return only;
    return isSameOrder ? at : null;
  });
}

const removeFromRichText = (tree: RichText): RichText =>
  tree.map((node) =>
    typeof node === 'string' ? replaceAddresses(node) : node.tag === 'math' ? node : { ...node, of: removeFromRichText(node.of) },
  );

/** Returns a work without email addresses; each name gets the seals of the addresses that clearly belong to it. */
function removeFromWork(work: ImportedWork, printed: readonly PrintedAddress[], seal: SealAddress): ImportedWork {
  const addressesWithPosition: PrintedAddress[] = [...printed];
  const authors = work.authors.map((author, position) => {
    const name = extractAddresses(author.name);
    const affiliation = author.affiliation === undefined ? null : extractAddresses(author.affiliation);
    const addresses = [...new Set([...name.addresses, ...(affiliation?.addresses ?? [])])];
    if (addresses.length === 0) return author;
    // Several addresses beside one name belong to a group; only some are this person's.
    addressesWithPosition.push(...addresses.map((address) => ({ address, authorIndex: addresses.length === 1 ? position : null })));
    return removeFromName(author, name, affiliation?.text);
  });
  const authorOfAddress = assignAddresses(addressesWithPosition, { ...work, authors });
  const sealedAuthors = authors.map((author, at) => {
    const addresses = addressesWithPosition.flatMap(({ address }, index) => (authorOfAddress[index] === at ? address : []));
    if (addresses.length === 0) return author;
    const hosts = addresses.map((address) => address.slice(address.lastIndexOf('@') + 1).toLowerCase());
    const sorted = (texts: readonly string[]): string[] => [...new Set(texts)].sort();
    return { ...author, printedAddresses: sorted(addresses.map(seal)), printedHosts: sorted(hosts) };
  });
  const abstract = work.abstract && removeFromRichText(work.abstract);
  const title = work.title && removeFromRichText(work.title);
  return { ...work, title, ...(abstract ? { abstract } : {}), authors: sealedAuthors };
}

/** Removes email addresses from a name. If a source has an address instead of a name, its local part becomes the name. */
function removeFromName(
  { affiliation: _, family, ...rest }: ImportedName,
  { text, addresses: [firstAddress = ''] }: ReturnType<typeof extractAddresses>,
  affiliation: string | undefined,
): ImportedName {
  const familyName = family === undefined ? '' : extractAddresses(family).text;
  const name = text || firstAddress.slice(0, firstAddress.lastIndexOf('@'));
  return { ...rest, name, ...(familyName ? { family: familyName } : {}), ...(affiliation ? { affiliation } : {}) };
}

const removeFromRecord = (record: QuarantinedRecord): QuarantinedRecord => ({
  ...record,
  reason: replaceAddresses(record.reason),
  excerpt: replaceAddresses(record.excerpt),
});

function removeFromProfile(author: ImportedAuthor): ImportedAuthor {
  const { name, elsewhere } = author;
  const entries = (career: ExternalProfile['positions']) =>
    career.map((entry) => ({ ...entry, title: replaceAddresses(entry.title), place: replaceAddresses(entry.place) }));
  const profile = elsewhere && { ...elsewhere, positions: entries(elsewhere.positions), education: entries(elsewhere.education) };
  return { ...author, name: replaceAddresses(name), ...(profile && { elsewhere: profile }) };
}

/**
 * Removes all email addresses from the events of a source adapter. Of addresses beside a name, seals are stored; anyone who knows an
 * address can later prove with a seal that it was printed there. Of other addresses nothing is stored
 * (docs/decisions/0023-printed-addresses.md).
 */
export async function* sealAddresses(events: AsyncIterable<ImportEvent>, seal: SealAddress): AsyncGenerator<ImportEvent> {
  for await (const event of events) {
    if (event.kind === 'read' || event.kind === 'known' || event.kind === 'part' || event.kind === 'repeated') yield event;
    else if (event.kind === 'quarantined') yield { ...event, record: removeFromRecord(event.record) };
    else if (event.kind === 'profile') yield { ...event, author: removeFromProfile(event.author) };
    else {
      const { printed = [], problems, ...rest } = event;
      const cleaned = problems?.map((problem) => ({ ...problem, given: replaceAddresses(problem.given) }));
      yield { ...rest, work: removeFromWork(event.work, printed, seal), ...(cleaned && { problems: cleaned }) };
    }
  }
}
