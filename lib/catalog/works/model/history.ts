import { type ImportedWork, recordLabel } from '#lib/catalog/sources/model.ts';
import { type FactName, statedFacts } from './assertions.ts';
import type { SourceLabel } from './views.ts';

/** A version of a source's record of a work. */
export interface WorkVersion {
  record: ImportedWork;
  version: number;
  observedAt: Date;
  work: { id: string; title: string | null };
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

const maxWords = 300;
const shortened = (text: string | undefined): string | null =>
  text === undefined ? null : text.length > maxWords ? `${text.slice(0, maxWords - 1)}…` : text;

const namesOf = ({ authors }: ImportedWork): string => JSON.stringify(authors.map(({ name }) => name));

function factsBetween(before: ImportedWork | undefined, after: ImportedWork): FactChange[] {
  const [old, now] = [before ? statedFacts(before) : new Map<FactName, string>(), statedFacts(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  const changed = names.filter((name) => old.get(name) !== now.get(name));
  const facts = changed.map((name) => ({ name, before: shortened(old.get(name)), after: shortened(now.get(name)) }));
  // Names are only counted: a list may contain a suppressed person.
  if (!before || changed.includes('authors') || namesOf(before) === namesOf(after)) return facts;
  return [...facts, { name: 'authors', before: old.get('authors') ?? null, after: 'in another order or spelling' }];
}

const keyOf = ({ source, recordId }: ImportedWork): string => `${source} ${recordId}`;

/**
 * Returns the changes between consecutive versions, newest first. A version without visible changes is omitted.
 * @param versions for each version to include, also the previous one
 */
export function changesOf(versions: readonly WorkVersion[]): WorkChange[] {
  const byRecord = Map.groupBy(versions, ({ record }) => keyOf(record));
  const changes = [...byRecord.values()].flatMap((some) => {
    const ordered = some.toSorted((a, b) => a.version - b.version);
    return ordered.flatMap((each, at): WorkChange[] => {
      const before = ordered[at - 1];
      if (each.version > 1 && before?.version !== each.version - 1) return [];
      const facts = factsBetween(before?.record, each.record);
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
