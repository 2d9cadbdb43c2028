import { storedJson } from '#lib/platform/db/rows.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';

/** An authorship with the payload of a source record of its work. */
interface PrintedName {
  name: string;
  payload: unknown;
}
interface SourceAuthor {
  name: string;
  orcid?: string;
  printedAddresses?: string[];
  printedHosts?: string[];
}

/** Returns the entry of a name in the author list of a source record; none if it occurs more than once, because the owner is then unknown. */
export function entryBeside({ name, payload }: PrintedName): SourceAuthor | null {
  const { authors = [] } = storedJson<{ authors?: SourceAuthor[] }>(payload);
  const namedAuthors = authors.filter((author) => nameKey(author.name) === nameKey(name));
  return namedAuthors.length === 1 ? (namedAuthors[0] ?? null) : null;
}

/** Returns the seals of the addresses beside a name. */
export const sealsBeside = (row: PrintedName): string[] => entryBeside(row)?.printedAddresses ?? [];

/** Returns the hosts of the addresses beside a name. */
export const hostsBeside = (row: PrintedName): string[] => entryBeside(row)?.printedHosts ?? [];
