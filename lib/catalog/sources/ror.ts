import { z } from 'zod';
import { parseJson } from '#lib/platform/text/json.ts';
import { safeHref } from '#lib/platform/text/rich-text.ts';
import type { QuarantinedRecord } from './model.ts';
import { type ImportedOrganisation, importedOrganisation } from './organisations.ts';
import { InputError, type InputFile, readUnzippedText } from './reading.ts';

/** The events of the source adapter: organisations, invalid records, and the number of bytes read since the last such event. */
export type RorEvent =
  | { kind: 'organisation'; organisation: ImportedOrganisation }
  | { kind: 'quarantined'; record: QuarantinedRecord }
  | { kind: 'read'; bytes: number };

/** Upper bound on a record in characters, to bound memory; a record has some kilobytes. */
const maxRecordCharacters = 1024 * 1024;
/** Maximum nesting of objects; the registry has at most five levels, in an API response. */
const maxDepth = 32;
const noRecordsFault = (reason: string): InputError =>
  new InputError(`The file is not a list of ROR records: ${reason}. Name the JSON file of a ROR data dump, unzipped`);

/**
 * Reads organisations of the Research Organization Registry from a JSON file: its data dump (an array, schema 1 or 2), an API response, or
 * one record per line; optionally compressed with gzip. Streams in bounded memory.
 * @throws InputError if the file cannot be read, or contains no record
 */
export async function* ror(file: InputFile): AsyncGenerator<RorEvent> {
  let recordNumber = 0;
  let bytes = 0;
  const splitter = new RecordSplitter();
  for await (const chunk of readUnzippedText(file.path, (bytesRead) => {
    bytes += bytesRead;
  })) {
    for (const text of splitter.recordsIn(chunk)) {
      recordNumber += 1;
      const event = eventOf(text, recordNumber);
      if (event) yield event;
    }
    yield { kind: 'read', bytes };
    bytes = 0;
  }
  if (splitter.isOpen) {
    const fields = {
      recordId: `record ${recordNumber + 1}`,
      reason: 'The file ends within this record. Get it whole and import it again.',
    };
    yield { kind: 'quarantined', record: { ...fields, excerpt: '' } };
  } else if (recordNumber === 0)
    throw new InputError(`${file.name} holds no record of the registry. Name the JSON file of a ROR data dump, unzipped`);
}

/** Finds the records in a streamed text: the smallest objects that have a ROR id at their own level. */
class RecordSplitter {
  private text = '';
  private at = 0;
  private readonly starts: number[] = [];
  private inString = false;
  private escaped = false;
  /** Depth of the record objects, once the first was found: in an array, in an API response, or one per line. */
  private level: number | null = null;

  get isOpen(): boolean {
    return this.starts.length > 0;
  }

  *recordsIn(chunk: string): Generator<string> {
    this.text += chunk;
    for (; this.at < this.text.length; this.at += 1) {
      const character = this.text[this.at];
      if (this.inString) this.readInString(character);
      else if (character === '"') this.inString = true;
      else if (character === '{') this.openObject();
      else if (character === '}') {
        const record = this.closeObject();
        if (record !== null) yield record;
      }
    }
    this.discardProcessed();
  }

  private readInString(character: string | undefined): void {
    if (this.escaped) this.escaped = false;
    else if (character === '\\') this.escaped = true;
    else if (character === '"') this.inString = false;
  }

  private openObject(): void {
    if (this.starts.push(this.at) > maxDepth) throw noRecordsFault('too many objects in it are within one another');
  }

  private closeObject(): string | null {
    const start = this.starts.pop();
    if (start === undefined) return null;
    const depth = this.starts.length;
    if (this.level !== null && depth !== this.level) return null;
    const text = this.text.slice(start, this.at + 1);
    if (this.level !== null) return text;
    if (!/"id"\s*:\s*"(https:\/\/ror\.org\/)?0[a-z0-9]{8}"/.test(text) || !/"(name|names)"\s*:/.test(text)) return null;
    this.level = depth;
    return text;
  }

  /** Discards text that has been processed. An open record is kept from its start; enclosing objects are not needed. */
  private discardProcessed(): void {
    const open = this.level === null ? this.starts[0] : this.starts[this.level];
    const from = open ?? this.at;
    if (this.at - from > (this.level === null ? 16 * maxRecordCharacters : maxRecordCharacters)) throw noRecordsFault('nothing in it ends');
    this.text = this.text.slice(from);
    this.at -= from;
    for (const [depth, start] of this.starts.entries()) this.starts[depth] = start - from;
  }
}

function eventOf(text: string, number: number): RorEvent | null {
  const quarantine = (recordId: string, reason: string): RorEvent => ({
    kind: 'quarantined',
    record: { recordId, reason, excerpt: text.slice(0, 200) },
  });
  const raw = parseJson(text);
  if (raw === undefined) return quarantine(`record ${number}`, `Record ${number} is not JSON. Fix it and import the file again.`);
  // An API response also contains counts by country and type.
  if (!['id', 'name', 'names', 'status'].some((field) => Object.hasOwn(raw as object, field))) return null;
  const parsed = recordSchema.safeParse(raw);
  const organisation = parsed.success ? importedOrganisation.safeParse(organisationOf(parsed.data)) : null;
  if (organisation?.success) return { kind: 'organisation', organisation: organisation.data };
  const [issue] = (organisation ?? parsed).error?.issues ?? [];
  const recordId = parsed.success ? bareId(parsed.data.id) : `record ${number}`;
  return quarantine(
    recordId,
    `The field ${issue?.path.join('.') ?? ''} does not fit: ${issue?.message ?? 'unknown'}. Fix the record and import it again.`,
  );
}

const stringList = z.array(z.string()).default([]);
/** The fields of schema 1, schema 2 and of lists with one record per line that are read; others are ignored. */
const recordSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  name: z.string().optional(),
  aliases: stringList,
  acronyms: stringList,
  labels: z.array(z.looseObject({ label: z.string() })).default([]),
  country: z.union([z.string(), z.looseObject({ country_code: z.string() })]).nullish(),
  city: z.string().nullish(),
  addresses: z.array(z.looseObject({ city: z.string().nullish() })).default([]),
  names: z.array(z.looseObject({ value: z.string(), types: stringList })).default([]),
  locations: z
    .array(z.looseObject({ geonames_details: z.looseObject({ country_code: z.string().nullish(), name: z.string().nullish() }) }))
    .default([]),
  links: z.array(z.union([z.string(), z.looseObject({ type: z.string(), value: z.string() })])).default([]),
  domains: stringList,
  web_hosts: stringList,
});
type RorRecord = z.infer<typeof recordSchema>;

const bareId = (id: string): string => id.replace(/^https:\/\/ror\.org\//, '');

function organisationOf(raw: RorRecord): z.input<typeof importedOrganisation> {
  const namesOfType = (type: string): string[] => raw.names.filter(({ types }) => types.includes(type)).map(({ value }) => value);
  const name = raw.name ?? namesOfType('ror_display')[0] ?? raw.names[0]?.value ?? '';
  const aliases = [...raw.aliases, ...raw.labels.map(({ label }) => label), ...namesOfType('label'), ...namesOfType('alias')];
  const location = raw.locations[0]?.geonames_details;
  const country = (typeof raw.country === 'string' ? raw.country : raw.country?.country_code) ?? location?.country_code;
  const url = raw.links
    .map((link) => (typeof link === 'string' ? link : link.type === 'website' ? link.value : ''))
    .find((link) => link !== '');
  const hosts = [...raw.domains, ...raw.web_hosts, ...(url && URL.canParse(url) ? [new URL(url).hostname] : [])];
  return {
    rorId: bareId(raw.id),
    name,
    aliases: [...new Set(aliases.map((each) => each.trim()).filter((each) => each !== '' && each !== name))],
    acronyms: [...new Set([...raw.acronyms, ...namesOfType('acronym')].filter((each) => each.trim() !== ''))],
    country: country || null,
    city: raw.city || raw.addresses[0]?.city || location?.name || null,
    status: raw.status as 'active',
    url: (url && safeHref(url)) || (raw.web_hosts[0] ? safeHref(`https://${raw.web_hosts[0]}`) : null) || null,
    domains: [...new Set(hosts.map((host) => host.toLowerCase().replace(/^www\./, '')))],
  };
}
