import { z } from 'zod';
import { isSignedBy, signingKeyIdOf } from '#lib/platform/keys/signing.ts';
import { formatWhole } from '#lib/platform/limits.ts';
import { parseJson } from '#lib/platform/text/json.ts';
import { safeHref, withoutUnsafeCharacters } from '#lib/platform/text/rich-text.ts';
import { dateOf, identifiersOf } from './bibtex/fields.ts';
import { uniqueIdentifiers } from './identifiers.ts';
import {
  type ExternalProfile,
  type ImportEvent,
  type ImportedAuthor,
  type ImportedName,
  type ImportedWork,
  importedAuthor,
  type WorkType,
  workTypes,
} from './model.ts';
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

const workTypesByType: Readonly<Record<string, WorkType>> = {
  ...{ ScholarlyArticle: 'other', Article: 'article', Book: 'book', Chapter: 'chapter', Thesis: 'thesis', Report: 'report' },
  Dataset: 'dataset',
};
/** Id of the crate itself, which is a data set too. */
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
 * Parses the works of an RO-Crate's metadata file; null for an entry without title and author. Of people, only names are read: ids of
 * another instance identify nobody here.
 * @throws InputError if it is not an RO-Crate, or exceeds the limits
 */
export function parseResearchObjectWorks(value: unknown, source: 'research-object' | 'owner'): (ImportedWork | null)[] {
  const graph = graphIn(value);
  const works = [...graph].filter(([id, each]) => id !== rootId && typeOf(each) !== undefined);
  if (works.length > limits.works) throw new InputError(tooManyWorksMessage);
  const home = homeOf(graph);
  const origin = originOf(home);
  return works.map(([id, each]) => {
    if (source === 'owner') return workOf(each, graph, { source, recordId: 'draft' });
    const workOrigin = origin ?? originOf(id);
    return workOf(each, graph, { source, recordId: recordIdOf(id, home), ...(workOrigin !== undefined && { origin: workOrigin }) });
  });
}

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
  const works = parseResearchObjectWorks(value, 'research-object').flatMap((work) => work?.recordId ?? []);
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
  const names = listOf(item['@type']).filter((name) => typeof name === 'string');
  const typeName = names.find((name) => Object.hasOwn(workTypesByType, name));
  return typeName === undefined ? undefined : workTypesByType[typeName];
};

function workOf(
  item: Entity,
  graph: ReadonlyMap<string, Entity>,
  identity: Pick<ImportedWork, 'source' | 'recordId' | 'origin'>,
): ImportedWork | null {
  const title = textIn(item.name) ?? textIn(item.headline);
  const people = listOf(item.author);
  const authors = people.slice(0, limits.authors).flatMap((person) => nameOf(resolveReference(person, graph)));
  if (!title && authors.length === 0) return null;
  const url = safeHref(textIn(item.url) ?? '');
  const venue = textIn(resolveReference(listOf(item.isPartOf)[0], graph)?.name, limits.venue);
  return {
    ...identity,
    title: title ? [title] : null,
    type: workTypes.find((type) => listOf(item.additionalType).includes(type)) ?? typeOf(item) ?? 'other',
    ...dateOf({ date: textIn(item.datePublished) }),
    ...(venue && { venue }),
    ...(url && { url }),
    identifiers: allIdentifiers(item, url),
    authors,
    authorsComplete: authors.length === people.length,
    indicators: [],
  };
}

/** Returns an entity that is embedded, or the one that a reference names. */
function resolveReference(value: unknown, graph: ReadonlyMap<string, Entity>): Entity | undefined {
  const item = entitySchema.safeParse(value).data;
  const id = textIn(item?.['@id']);
  return item?.name === undefined && id !== undefined ? graph.get(id) : item;
}

function nameOf(person: Entity | undefined): ImportedName[] {
  const name = textIn(person?.name, limits.name);
  return name ? [{ name, ...(listOf(person?.['@type']).includes('Organization') && { organisation: true }) }] : [];
}

function allIdentifiers(item: Entity, url: string | null): ImportedWork['identifiers'] {
  const values = listOf(item.identifier).slice(0, 20);
  const addresses = [...values.map((value) => textIn(value) ?? textIn(entitySchema.safeParse(value).data?.value)), url ?? undefined];
  const identifiers = addresses.flatMap((address) => (address ? identifiersOf({ url: address, doi: address }) : []));
  return uniqueIdentifiers(identifiers);
}

/**
 * Reads RO-Crate metadata files, such as the research objects of other instances. An invalid file is quarantined; the others are imported.
 */
export const researchObjects = (files: readonly InputFile[]): AsyncGenerator<ImportEvent> => readEach(files, eventsOf);

async function* eventsOf({ name: input, path }: InputFile): AsyncGenerator<ImportEvent> {
  const crate = parseJsonInput(await readWholeText(path, limits.bytes));
  for (const [at, work] of parseResearchObjectWorks(crate, 'research-object').entries()) {
    const reason = 'The entry has neither a title nor an author.';
    const record = { recordId: `${input}, work ${at + 1}`, reason, excerpt: '' };
    yield work ? { kind: 'work', input, work } : { kind: 'quarantined', input, record };
  }
  const author = researchObjectProfile(crate);
  if (author) yield { kind: 'profile', input, author };
}

function parseJsonInput(text: string): unknown {
  const json = parseJson(text);
  if (json === undefined) throw new InputError('The file is not valid JSON. Save it again at its source.', text);
  return json;
}
