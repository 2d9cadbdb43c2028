import { type ImportedWork, recordLabel } from '#lib/catalog/sources/model.ts';
import { type FactName, statedFacts } from './assertions.ts';
import type { SourceLabel } from './views.ts';

/** A version of a source's record of a work. */
export interface WorkVersion {
  record: ImportedWork;
  version: number;
  observedAt: Date;
  work: { id: string; title: string | null; language: string | null };
}

/** A change of one fact in a source. */
interface FactChange {
  name: FactName;
  before: string | null;
  after: string | null;
}

/** A change of a source's record of a work. */
export interface WorkChange {
  /** Permanent id of the version. */
  id: string;
  kind: 'first' | 'changed' | 'ended';
  source: SourceLabel;
  at: Date;
  work: WorkVersion['work'];
  facts: FactChange[];
}

const maxTextCharacters = 300;
const shorten = (text: string | undefined): string | null =>
  text === undefined ? null : text.length > maxTextCharacters ? `${text.slice(0, maxTextCharacters - 1)}…` : text;

const namesOf = ({ authors }: ImportedWork): string => JSON.stringify(authors.map(({ name }) => name));

function factChangesBetween(before: ImportedWork | undefined, after: ImportedWork): FactChange[] {
  const [previous, current] = [before ? statedFacts(before) : new Map<FactName, string>(), statedFacts(after)];
  const names = [...new Set([...previous.keys(), ...current.keys()])];
  const changed = names.filter((name) => previous.get(name) !== current.get(name));
  const facts = changed.map((name) => ({ name, before: shorten(previous.get(name)), after: shorten(current.get(name)) }));
  // Names are only counted: a list may contain a suppressed person.
  if (!before || changed.includes('authors') || namesOf(before) === namesOf(after)) return facts;
  return [...facts, { name: 'authors', before: previous.get('authors') ?? null, after: 'in another order or spelling' }];
}

const keyOf = ({ source, recordId }: ImportedWork): string => `${source} ${recordId}`;

/**
 * Returns the changes between consecutive versions, newest first. A version without visible changes is omitted.
 * @param versions for each version to include, also the previous one
 */
export function changesOf(versions: readonly WorkVersion[]): WorkChange[] {
  const byRecord = Map.groupBy(versions, ({ record }) => keyOf(record));
  const changes = [...byRecord.values()].flatMap((recordVersions) => {
    const ordered = recordVersions.toSorted((a, b) => a.version - b.version);
    return ordered.flatMap((each, at): WorkChange[] => {
      const before = ordered[at - 1];
      if (each.version > 1 && before?.version !== each.version - 1) return [];
      const facts = factChangesBetween(before?.record, each.record);
      if (facts.length === 0) return [];
      const kind = each.version === 1 ? 'first' : statedFacts(each.record).size === 0 ? 'ended' : 'changed';
      const { source, recordId } = each.record;
      return [
        {
          id: `${source}/${recordId}/${each.version}`,
          kind,
          source: recordLabel(each.record),
          at: each.observedAt,
          work: each.work,
          facts,
        },
      ];
    });
  });
  return changes.sort((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1));
}
