import { type ReadName, type ReadNames, turnInitials } from '#lib/catalog/bibliography/names.ts';
import { finding, inField, type Problem } from '#lib/catalog/bibliography/problems.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import type { EntryFault, ImportedContributor, ImportedName, ImportedWork, PrintedAddress } from './model.ts';

/** A work as an adapter reads it, and what it could not read. */
export interface ReadWork {
  work: ImportedWork;
  problems: Problem[];
  printed?: PrintedAddress[];
}

/** Returns what a person is told of the fields of a work that could not be read. */
export function faultsOf({ work, problems }: ReadWork): EntryFault[] {
  const name = work.title === null ? 'A work without a title' : plainText(work.title);
  return problems.map(({ field, given, message }) => ({
    name: name.slice(0, 200),
    reason: (given === '' ? message : `${message} (${given})`).slice(0, 300),
    field,
  }));
}

/** The names of a list, with what was beside them. */
interface People {
  names: ImportedName[];
  /** Those beside whose name another role is written. */
  contributors: ImportedContributor[];
  complete: boolean;
  printed: PrintedAddress[];
  problems: Problem[];
}

/** One entry of a list of people; `facts` are added to its name if it is one. */
export interface ReadEntry {
  read: ReadNames;
  facts?: Partial<ImportedName>;
}

/** Joins the entries of a list to the names of a work. An address beside a name belongs to it; of several, only some are this person's. */
export function toPeople(field: string, entries: readonly ReadEntry[]): People {
  const people: People = { names: [], contributors: [], complete: true, printed: [], problems: [] };
  for (const { read, facts } of entries) {
    people.complete &&= read.complete;
    people.problems.push(...inField(field, read.problems));
    for (const name of read.names) {
      const { addresses = [], role, ...rest }: ReadName = name;
      if (role && field !== role) {
        people.contributors.push({ ...rest, role });
        continue;
      }
      people.printed.push(...addresses.map((address) => ({ address, authorIndex: addresses.length === 1 ? people.names.length : null })));
      people.names.push({ ...rest, ...(read.names.length === 1 && facts) });
    }
  }
  const { names, problems } = withoutSharedOrcids(field, people.names);
  people.names = names;
  people.problems.push(...problems);
  if (people.names.every(({ family, organisation }) => organisation || family === undefined)) people.names = turnInitials(people.names);
  return people;
}

/** Removes the ORCID iDs that several authors of a work have: an iD belongs to one person, and nothing says to which of them. */
export function withoutSharedOrcids(field: string, names: readonly ImportedName[]): Pick<People, 'names' | 'problems'> {
  const holders = Map.groupBy(names, ({ orcid }) => orcid);
  const shared = [...holders].flatMap(([orcid, some]) => (orcid !== undefined && some.length > 1 ? [{ orcid, some }] : []));
  if (shared.length === 0) return { names: [...names], problems: [] };
  const problems = shared.map(({ orcid, some }) =>
    finding(
      `${orcid}: ${some.map(({ name }) => name).join(', ')}`,
      'Several authors of the work have this ORCID iD. Ask whose it is.',
      'without it',
    ),
  );
  const isShared = (orcid: string | undefined): boolean => shared.some((each) => each.orcid === orcid);
  return {
    names: names.map(({ orcid, ...name }) => ({ ...name, ...(orcid !== undefined && !isShared(orcid) && { orcid }) })),
    problems: inField(`${field} orcid`, problems),
  };
}
