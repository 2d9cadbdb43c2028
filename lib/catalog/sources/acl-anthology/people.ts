import { parse } from 'yaml';
import { z } from 'zod';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { type SourcePeople, writtenNameKey } from '../model.ts';
import { InputError, type InputFile, readText, readWholeText } from '../reading.ts';

const yamlNamePart = z.union([z.string(), z.number(), z.null()]).optional();
const yamlName = z.object({ first: yamlNamePart, last: yamlNamePart });
const variantsFile = z.array(z.looseObject({ canonical: yamlName, variants: z.array(yamlName).optional(), id: z.string().optional() }));
const peopleFile = z.record(z.string(), z.looseObject({ names: z.array(yamlName).min(1), disable_name_matching: z.boolean().optional() }));

const toPersonName = ({ first, last }: z.infer<typeof yamlName>): { name: string; family: string } => {
  const family = String(last ?? '').trim();
  return { name: `${first ?? ''} ${family}`.replace(/\s+/g, ' ').trim(), family };
};

/**
 * Reads the Anthology's list of people: name_variants.yaml (until 2025) or people.yaml (since).
 * @throws InputError if the file cannot be read, or is neither
 */
export async function readAclNames(path: string): Promise<SourcePeople> {
  const content = await readYaml(path);
  const variants = variantsFile.safeParse(content);
  if (variants.success) return peopleFromVariants(variants.data);
  const people = peopleFile.safeParse(content);
  if (people.success) return peopleFromList(people.data);
  throw new InputError(`The list of names ${path} is neither the Anthology's name_variants.yaml nor its people.yaml. ${optionHint}`);
}

const optionHint = 'Name one of them with --name-variants, or leave the option out.';

async function readYaml(path: string): Promise<unknown> {
  try {
    return parse(await readWholeText(path), { maxAliasCount: 0, logLevel: 'error' });
  } catch (fault) {
    const [reason = ''] = (fault instanceof Error ? fault.message : String(fault)).split('\n');
    if (fault instanceof InputError) throw new InputError(`The list of names ${path} cannot be read. ${reason}`);
    throw new InputError(`The list of names ${path} is not YAML: ${reason.replace(/[.:]$/, '')}. ${optionHint}`);
  }
}

/** Maps variants to people. A variant in two entries belongs to the first. */
function peopleFromVariants(entries: z.infer<typeof variantsFile>): SourcePeople {
  const people: SourcePeople = new Map();
  for (const { canonical, variants = [], id } of entries) {
    const chosen = toPersonName(canonical);
    const personId = id ?? nameKey(chosen.name);
    for (const variant of [canonical, ...variants].map(toPersonName)) {
      const key = writtenNameKey(variant);
      if (!people.has(key)) people.set(key, { personId, reason: 'curated_variant', chosen });
    }
  }
  return people;
}

/** Maps variants to people. A variant shared by several people, or marked as not matchable, maps to nobody without an id. */
function peopleFromList(entries: z.infer<typeof peopleFile>): SourcePeople {
  const people: SourcePeople = new Map();
  const idsByName = new Map<string, Set<string>>();
  for (const [personId, { names, disable_name_matching: noMatching = false }] of Object.entries(entries)) {
    const variants = names.map(toPersonName);
    for (const variant of variants) {
      const key = writtenNameKey(variant);
      const ids = idsByName.get(key) ?? new Set();
      idsByName.set(key, ids.add(noMatching ? `${personId} (only with its id)` : personId));
      people.set(key, { personId, reason: 'curated_variant', chosen: variants[0] });
    }
  }
  for (const [key, ids] of idsByName) {
    const name = key.replace('|', ' ').trim();
    const isUnambiguous = ids.size === 1 && ![...ids].some((id) => id.endsWith('(only with its id)'));
    if (!isUnambiguous) people.set(key, { personId: `${nameKey(name)}/unverified`, reason: 'curated_variant' });
  }
  return people;
}

const authorWithIdPattern = /<author\s[^<>]{0,500}\bid\s*=\s*["']([^"'<>]+)["'][^<>]{0,500}>([\s\S]{0,2000}?)<\/author>/g;
const xmlEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const innerTextOf = (element: string, tag: string): string =>
  (element.match(new RegExp(`<${tag}>([^<]*)</${tag}>`))?.[1] ?? '').replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name: string) => xmlEntities[name] ?? '',
  );

/**
 * Adds the names that occur in the files with an explicit person id: elsewhere, the same name without an id means the same person. The
 * first id of a name is used; a curated list has precedence. This is a fast scan, not a parser: an invalid file is reported when it is read
 * in full.
 */
export async function addNamesWithIds(people: SourcePeople, files: readonly InputFile[]): Promise<void> {
  for (const file of files) {
    let rest = '';
    try {
      for await (const text of readText(file.path)) {
        const chunk = rest + text;
        if (/<author\s[^<>]{0,500}\bid\s*=/.test(chunk)) addNamesInText(chunk, people);
        rest = chunk.slice(Math.max(0, chunk.lastIndexOf('<author'))).slice(-4000);
      }
    } catch (fault) {
      if (!(fault instanceof InputError)) throw fault;
    }
  }
}

function addNamesInText(text: string, people: SourcePeople): void {
  for (const [, personId, element] of text.matchAll(authorWithIdPattern)) {
    if (!personId || !element) continue;
    const variant = toPersonName({ first: innerTextOf(element, 'first'), last: innerTextOf(element, 'last') });
    const key = writtenNameKey(variant);
    if (variant.name !== '' && !people.has(key)) people.set(key, { personId, reason: 'person_id' });
  }
}
