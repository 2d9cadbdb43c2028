import { z } from 'zod';
import { readDate } from '#lib/catalog/bibliography/dates.ts';
import { identifiersInAddress, inScheme, readArxivId, readIsbns, uniqueIdentifiers } from '#lib/catalog/bibliography/identifiers.ts';
import { readLine } from '#lib/catalog/bibliography/markup.ts';
import { readGroupName, readNameParts, readNames } from '#lib/catalog/bibliography/names.ts';
import { readPages } from '#lib/catalog/bibliography/pages.ts';
import { finding, inField, type Problem } from '#lib/catalog/bibliography/problems.ts';
import { contributorRoleNames, contributorRoles } from '#lib/catalog/bibliography/record.ts';
import { fromProperties, splitList } from '#lib/catalog/bibliography/record-formats.ts';
import { isRetractedTitle, readType, statesRetraction, type WorkType, workTypes } from '#lib/catalog/bibliography/types.ts';
import { isSignedBy, signingKeyIdOf } from '#lib/platform/keys/signing.ts';
import { formatWhole } from '#lib/platform/limits.ts';
import { parseJson } from '#lib/platform/text/json.ts';
import { plainText, type RichText, safeHref, withoutUnsafeCharacters } from '#lib/platform/text/rich-text.ts';
import {
  type ExternalProfile,
  type ImportEvent,
  type ImportedAuthor,
  type ImportedContributor,
  type ImportedWork,
  importedAuthor,
  statedFieldsOf,
} from './model.ts';
import { type ReadEntry, type ReadWork, toPeople } from './people.ts';
import { InputError, type InputFile, readEach, readWholeText } from './reading.ts';

/** Upper bounds on a crate. Texts that many entities may refer to are cut before use. */
const limits = {
  bytes: 16 * 1024 * 1024,
  entities: 100_000,
  works: 10_000,
  authors: 2_000,
  characters: 20_000,
  name: 400,
  venue: 2_000,
  origin: 300,
  career: 20,
  place: 200,
};

/** Id of the crate itself. */
const rootId = './';

type Entity = Readonly<Record<string, unknown>>;
const entitySchema = z.record(z.string(), z.unknown());
const crate = z.object({
  '@graph': z.array(z.unknown()).max(limits.entities, `It has more than ${formatWhole(limits.entities)} entities.`),
});

const notCrateMessage = 'It is no RO-Crate: a JSON object with a list @graph.';
const tooManyWorksMessage = `It has more than ${formatWhole(limits.works)} works.`;

/** True if a JSON value is meant to be an RO-Crate. */
export const isResearchObject = (value: unknown): boolean => entitySchema.safeParse(value).data?.['@graph'] !== undefined;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]);

function textIn(value: unknown, maxCharacters = limits.characters): string | undefined {
  const [first] = listOf(value);
  if (typeof first !== 'string') return undefined;
  const text = first.slice(0, maxCharacters).replace(/\s+/g, ' ').trim();
  return text === '' ? undefined : text;
}

/**
 * Reads the works of an RO-Crate's metadata file; null for an entry without title and author. The crate itself is a work if it has an
 * identifier, an author or a date of publication; its folders are none. Of people, only names are read: ids of another instance identify
 * nobody here.
 * @throws InputError if it is not an RO-Crate, or exceeds the limits
 */
export function readResearchObjectWorks(value: unknown, source: 'research-object' | 'owner'): (ReadWork | null)[] {
  const graph = graphIn(value);
  const works = [...graph].filter(([id, each]) =>
    id === rootId ? isPublished(each) && !describesPerson(each, graph) : typeOf(each) !== undefined && !isFolder(id, each),
  );
  if (works.length > limits.works) throw new InputError(tooManyWorksMessage);
  const home = homeOf(graph);
  const origin = originOf(home);
  return works.map(([id, each]) => {
    if (source === 'owner') return workOf(each, graph, { source, recordId: 'draft' });
    const workOrigin = origin ?? originOf(id);
    return workOf(each, graph, { source, recordId: recordIdOf(id, home), ...(workOrigin !== undefined && { origin: workOrigin }) });
  });
}

/** True for a folder or a file of the crate: its id is a relative path, and it has no publication of its own. */
const isFolder = (id: string, item: Entity): boolean =>
  listOf(item['@type']).includes('Dataset') && !/^[a-z][a-z0-9+.-]*:|^#/i.test(id) && !isPublished(item);

const isPublished = (item: Entity): boolean =>
  ['identifier', 'author', 'creator', 'datePublished', 'citation'].some((property) => listOf(item[property]).length > 0) &&
  listOf(item['@type']).includes('Dataset');

/** True for the crate of a profile, which is about a person. */
const describesPerson = (item: Entity, graph: ReadonlyMap<string, Entity>): boolean =>
  listOf(resolveReference(listOf(item.about)[0], graph)?.['@type']).includes('Person');

const homeOf = (graph: ReadonlyMap<string, Entity>): string => textIn(graph.get(rootId)?.url, limits.venue) ?? '';

function originOf(address: string): string | undefined {
  const url = safeHref(address);
  const origin = url === null ? undefined : new URL(url).origin;
  return origin !== undefined && origin.length <= limits.origin ? origin : undefined;
}

function graphIn(value: unknown): ReadonlyMap<string, Entity> {
  const parsed = crate.safeParse(value);
  if (!parsed.success)
    throw new InputError(Array.isArray(entitySchema.safeParse(value).data?.['@graph']) ? tooLargeMessage(parsed.error) : notCrateMessage);
  const graph = new Map<string, Entity>();
  for (const each of parsed.data['@graph']) {
    const item = entitySchema.safeParse(each).data;
    const id = textIn(item?.['@id']);
    if (item && id && !graph.has(id)) graph.set(id, item);
  }
  return graph;
}

/**
 * Parses the profile that an RO-Crate describes, with the ids of its works; null if it describes no person.
 * @throws InputError as `parseResearchObjectWorks` does
 */
function researchObjectProfile(value: unknown): ImportedAuthor | null {
  const graph = graphIn(value);
  const home = homeOf(graph);
  const origin = originOf(home);
  const person = resolveReference(listOf(graph.get(rootId)?.about)[0], graph);
  const [id, name] = [textIn(person?.['@id'], limits.venue), textIn(person?.name, limits.name)];
  if (!person || !id || !name || origin === undefined || !listOf(person['@type']).includes('Person')) return null;
  const works = readResearchObjectWorks(value, 'research-object').flatMap((read) => read?.work.recordId ?? []);
  const trust = trustIn(graph.get(`${home}/trust.json`)?.text, id);
  const career = (property: 'worksFor' | 'alumniOf') => careerOf(person[property], property, graph);
  const elsewhere = { origin, positions: career('worksFor'), education: career('alumniOf'), ...(trust && { trust }) };
  const parsed = importedAuthor.safeParse({ source: 'research-object', recordId: recordIdOf(id, home), name, url: home, works, elsewhere });
  return parsed.data ?? null;
}

/** Parses a career from roles between the person and organisations, or from organisations alone. */
function careerOf(value: unknown, property: string, graph: ReadonlyMap<string, Entity>): ExternalProfile['positions'] {
  return listOf(value)
    .slice(0, limits.career)
    .flatMap((each) => {
      const role = resolveReference(each, graph);
      const organisation = role?.[property] === undefined ? role : resolveReference(listOf(role[property])[0], graph);
      const place = textIn(organisation?.name, limits.place);
      const title = textIn(role?.roleName, limits.place) ?? '';
      return place ? [{ title, place, from: monthIn(role?.startDate), to: monthIn(role?.endDate) }] : [];
    });
}

const monthIn = (value: unknown): string | null => /^\d{4}(-(0[1-9]|1[0-2]))?(?=-|$)/.exec(textIn(value, 10) ?? '')?.[0] ?? null;

const trustDocumentSchema = z.object({
  format: z.literal('peergraph-trust-1'),
  snapshot: z.object({ body: z.string(), signature: z.string().max(200), keyId: z.string().max(64) }),
  keys: z.array(z.object({ id: z.string().max(64), publicKey: z.string().max(100) })).max(1_000),
});
const snapshotSchema = z.object({ record: z.string(), computedAt: z.string(), points: z.number(), level: z.number(), label: z.string() });

/**
 * Parses the trust of a person from a trust document. 'unsigned' unless its snapshot is about them and signed with a key in the document.
 */
function trustIn(text: unknown, personId: string): ExternalProfile['trust'] {
  const json = typeof text === 'string' ? parseJson(text) : null;
  if (json === null) return undefined;
  const { snapshot, keys } = trustDocumentSchema.safeParse(json).data ?? {};
  const key = keys?.find(({ id }) => id === snapshot?.keyId)?.publicKey;
  const statement = snapshotSchema.safeParse(snapshot && parseJson(snapshot.body)).data;
  if (!snapshot || !key || !statement || !personId.endsWith(`/authors/${statement.record}`) || !isSigned(key, snapshot)) return 'unsigned';
  const { points, level, label, computedAt } = statement;
  return { points, level, label, computedAt, keyId: snapshot.keyId };
}

function isSigned(key: string, { body, signature, keyId }: z.infer<typeof trustDocumentSchema>['snapshot']): boolean {
  try {
    return signingKeyIdOf(key) === keyId && isSignedBy(key, body, signature);
  } catch {
    // Not an Ed25519 key.
    return false;
  }
}

const tooLargeMessage = (error: z.ZodError): string => error.issues[0]?.message ?? notCrateMessage;

/** Returns the record id. An id on the crate's own instance is a URL; other ids are prefixed with the crate's home page. */
function recordIdOf(id: string, home: string): string {
  const isAtHome = originOf(home) === undefined || originOf(id) === originOf(home);
  return withoutUnsafeCharacters(((isAtHome ? safeHref(id) : null) ?? `${home}#${id}`).slice(0, 500));
}

const typeOf = (item: Entity): WorkType | undefined => {
  const types = listOf(item['@type']).flatMap((name) => (typeof name === 'string' ? (readType('schema', name) ?? []) : []));
  return types[0];
};

/** Properties that say nothing of the work, or that are read with others. */
const ignoredProperties = new Set(
  `@id @type @context hasPart mainEntity mainEntityOfPage license sdPublisher sdDatePublished sdLicense conformsTo encodingFormat contentSize contentUrl
  dateCreated dateModified isAccessibleForFree citation sameAs image thumbnailUrl about inLanguage funder keywords description copyrightHolder
  copyrightYear accessMode potentialAction subjectOf mentions spatialCoverage temporalCoverage distribution maintainer sourceOrganization`.split(
    /\s+/,
  ),
);

const plainTitle = (text: string | undefined): RichText | null => (text === undefined ? null : [text]);

function workOf(
  item: Entity,
  graph: ReadonlyMap<string, Entity>,
  identity: Pick<ImportedWork, 'source' | 'recordId' | 'origin'>,
): ReadWork | null {
  const problems: Problem[] = [];
  const taken = new Set([
    'author',
    'creator',
    'name',
    'headline',
    'url',
    'isPartOf',
    'additionalType',
    'datePublished',
    'identifier',
    'abstract',
    'publisher',
    'isbn',
    'creativeWorkStatus',
    'pagination',
  ]);
  const peopleOf = (property: string) => {
    taken.add(property);
    const people = toPeople(
      property,
      listOf(item[property])
        .slice(0, limits.authors)
        .map((person) => nameOf(person, graph)),
    );
    problems.push(...people.problems);
    return people;
  };
  // Texts of JSON-LD have no markup.
  const title = plainTitle(textIn(item.name) ?? textIn(item.headline));
  const authors = peopleOf(item.author === undefined ? 'creator' : 'author');
  const contributors = contributorRoleNames.flatMap((role): ImportedContributor[] => {
    return peopleOf(contributorRoles[role].schema ?? role).names.map((name) => ({ ...name, role }));
  });
  if (!title && authors.names.length === 0 && contributors.length === 0) return null;
  const url = safeHref(textIn(item.url) ?? '');
  const containers = containersOf(item, graph);
  const venue = containers.map(({ name }) => textIn(name, limits.venue)).find((name) => name !== undefined);
  const date = readDate(textIn(item.datePublished) ?? '');
  const publisher = readLine(textIn(item.publisher) ?? textIn(resolveReference(listOf(item.publisher)[0], graph)?.name));
  const details = fromProperties((property) => {
    taken.add(property);
    const valuesOf = (entity: Entity): string[] =>
      listOf(entity[property]).flatMap((each) => (typeof each === 'number' ? String(each) : (readLine(textIn(each)) ?? [])));
    const own = valuesOf(item);
    if (property === 'keywords' && own.length === 1) return splitList(own[0] ?? '');
    return own.length === 0 && ofContainer.has(property) ? containers.flatMap(valuesOf) : own;
  });
  const pages = readPages(textIn(item.pagination) ?? '');
  const abstract = plainTitle(textIn(item.abstract) ?? textIn(item.description));
  const language = readLine(textIn(item.inLanguage));
  const status = textIn(item.creativeWorkStatus);
  const retracted = isRetractedTitle(plainText(title ?? [])) || (status !== undefined && statesRetraction(status));
  const identifiers = allIdentifiers(item, url);
  problems.push(...inField('datePublished', date.problems), ...identifiers.problems);
  for (const [property, value] of Object.entries(item))
    if (!taken.has(property) && !ignoredProperties.has(property) && listOf(value).length > 0)
      problems.push({ field: property.slice(0, 100), ...finding(value, 'This property is not read.', 'without it') });
  const work: ImportedWork = {
    ...identity,
    title,
    type: workTypes.find((type) => listOf(item.additionalType).includes(type)) ?? typeOf(item) ?? 'other',
    ...date.value,
    ...details,
    ...statedFieldsOf({ pages: details.pages ?? pages.value, publisher, venue, language, abstract, url, retracted, contributors }),
    identifiers: identifiers.value,
    authors: authors.names,
    authorsComplete: authors.complete && listOf(item.author ?? item.creator).length <= limits.authors,
    indicators: [],
  };
  return { work, problems };
}

/** Properties of the volume, the issue or the journal that contains a work. */
const ofContainer = new Set(['volumeNumber', 'issueNumber', 'issn']);
const maxContainers = 4;

/** Returns what contains a work: an issue, its volume, and their journal. */
function containersOf(item: Entity, graph: ReadonlyMap<string, Entity>): Entity[] {
  const containers: Entity[] = [];
  for (let at = item; containers.length < maxContainers; ) {
    const next = resolveReference(listOf(at.isPartOf)[0], graph);
    if (!next) break;
    containers.push(next);
    at = next;
  }
  return containers;
}

/** Returns an entity that is embedded, or the one that a reference names. */
function resolveReference(value: unknown, graph: ReadonlyMap<string, Entity>): Entity | undefined {
  const item = entitySchema.safeParse(value).data;
  const id = textIn(item?.['@id']);
  return item?.name === undefined && id !== undefined ? graph.get(id) : item;
}

/** Reads a person or an organisation: an entity, a reference to one, or only a name. */
function nameOf(value: unknown, graph: ReadonlyMap<string, Entity>): ReadEntry {
  const person = resolveReference(value, graph);
  const name = readLine(textIn(person?.name, limits.name) ?? (typeof value === 'string' ? value.slice(0, limits.name) : undefined));
  const [given, family] = [readLine(textIn(person?.givenName)), readLine(textIn(person?.familyName))];
  if (!name && !given && !family) return { read: { names: [], complete: false, problems: [] } };
  if (listOf(person?.['@type']).includes('Organization')) return { read: readGroupName(name ?? '') };
  const isStated = family !== undefined && given !== undefined && (name === undefined || name.includes(family));
  return { read: isStated ? readNameParts({ given, family }) : readNames(name ?? '') };
}

function allIdentifiers(item: Entity, url: string | null): { value: ImportedWork['identifiers']; problems: Problem[] } {
  const values = listOf(item.identifier).slice(0, 20);
  const addresses = [
    ...values.map(
      (value) => textIn(value) ?? textIn(entitySchema.safeParse(value).data?.['@id']) ?? textIn(entitySchema.safeParse(value).data?.value),
    ),
    url ?? undefined,
  ];
  const isbns = readIsbns(
    listOf(item.isbn)
      .slice(0, 20)
      .map((isbn) => textIn(isbn) ?? '')
      .join(' '),
  );
  const identifiers = addresses.flatMap((address) => {
    const addressed = address ? identifiersInAddress(address) : [];
    return addressed.length > 0 || !address ? addressed : inScheme('arxiv', /^arxiv:/i.test(address) ? readArxivId(address) : null);
  });
  return {
    value: uniqueIdentifiers([...identifiers, ...isbns.value.flatMap((value) => inScheme('isbn', value))]),
    problems: inField('isbn', isbns.problems),
  };
}

/**
 * Reads RO-Crate metadata files, such as the research objects of other instances. An invalid file is quarantined; the others are imported.
 */
export const researchObjects = (files: readonly InputFile[]): AsyncGenerator<ImportEvent> => readEach(files, eventsOf);

async function* eventsOf({ name: input, path }: InputFile): AsyncGenerator<ImportEvent> {
  const crate = parseJsonInput(await readWholeText(path, limits.bytes));
  for (const [at, read] of readResearchObjectWorks(crate, 'research-object').entries()) {
    const reason = 'The entry has neither a title nor an author.';
    const record = { recordId: `${input}, work ${at + 1}`, reason, excerpt: '' };
    yield read ? { kind: 'work', input, place: `work ${at + 1}`, ...read } : { kind: 'quarantined', input, record };
  }
  const author = researchObjectProfile(crate);
  if (author) yield { kind: 'profile', input, author };
}

function parseJsonInput(text: string): unknown {
  const json = parseJson(text);
  if (json === undefined) throw new InputError('The file is not valid JSON. Save it again at its source.', text);
  return json;
}
