import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { ImportedWork } from '../model.ts';
import { InputError, readWholeText } from '../reading.ts';

/** Name and acronym of each venue, by the source's id. */
export type SourceVenues = ReadonlyMap<string, { name: string; acronym?: string }>;

const venue = z.looseObject({ name: z.string().trim().min(1).max(400), acronym: z.string().trim().max(100).optional() });
const venueList = z.record(z.string(), venue);

/**
 * Reads the Anthology's list of venues: one JSON file by id, or its folder data/yaml/venues with one YAML file per venue.
 * @throws InputError if it cannot be read, or is neither
 */
export async function readAclVenues(path: string): Promise<SourceVenues> {
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() ?? false;
  const content = isFolder ? await readVenueFolder(path) : await readVenueFile(path);
  const list = venueList.safeParse(content);
  if (!list.success) throw new InputError(`The list of venues ${path} is not the Anthology's: each venue needs a name. ${optionHint}`);
  return new Map(Object.entries(list.data).map(([id, { name, acronym }]) => [id, { name, ...(acronym && { acronym }) }]));
}

const optionHint = 'Name its venues.json or its folder yaml/venues with --venues, or leave the option out.';

async function readVenueFolder(path: string): Promise<Record<string, unknown>> {
  const names = (await readdir(path)).filter((name) => name.endsWith('.yaml')).sort();
  const entries: [string, unknown][] = [];
  for (const name of names) entries.push([name.slice(0, -'.yaml'.length), await readVenueFile(join(path, name))]);
  return Object.fromEntries(entries);
}

/** Reads a file; .json is parsed as JSON, anything else as YAML. */
async function readVenueFile(path: string): Promise<unknown> {
  try {
    const text = await readWholeText(path);
    return path.endsWith('.json') ? JSON.parse(text) : parse(text, { maxAliasCount: 0, logLevel: 'error' });
  } catch (fault) {
    const [reason = ''] = (fault instanceof Error ? fault.message : String(fault)).split('\n');
    if (fault instanceof InputError) throw new InputError(`The list of venues ${path} cannot be read. ${reason}`);
    throw new InputError(`The list of venues ${path} cannot be understood: ${reason.replace(/[.:]$/, '')}. ${optionHint}`);
  }
}

/** Returns venues by id, without duplicates. An unknown id is shown in capitals as the name. */
export const resolveVenues = (ids: readonly string[], venues: SourceVenues): NonNullable<ImportedWork['venues']> =>
  [...new Set(ids.filter((id) => id !== ''))].map((id) => {
    const { name = id.toUpperCase(), acronym } = venues.get(id) ?? {};
    return { id, name, ...(acronym && { acronym }) };
  });
