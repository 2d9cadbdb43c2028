import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ImportedName } from '#lib/catalog/sources/model.ts';
import { sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { workSources } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { similarity } from '#lib/platform/names/similar.ts';

/** Whether the records that a source has of a work name somebody. */
export interface NamingQuestion {
  authorKey: number;
  workKey: number;
  source: string;
}

/** Works whose lists of names are read at once: each may have a thousand. */
const atOnce = 200;

/**
 * Finds out which sources name people on works, besides the source whose list is shown: that one is on the authorship. The names in the sources'
 * records are compared with the spellings of each person's name.
 *
 * @returns the questions that are answered with yes, with the name as the source writes it
 */
export async function namingsOf(
  reader: Reader,
  questions: readonly NamingQuestion[],
  nameVariantsOf: (authorKey: number) => ReadonlySet<string>,
): Promise<(NamingQuestion & { name: string })[]> {
  const byWork = Map.groupBy(questions, ({ workKey }) => workKey);
  const sources = [...new Set(questions.map(({ source }) => source))];
  const keys = [...byWork.keys()];
  const found = new Map<NamingQuestion, string>();
  for (let start = 0; start < keys.length; start += atOnce) {
    const rows = await reader
      .select({ workKey: workSources.workKey, source: workSources.source, names })
      .from(workSources)
      .innerJoin(sourceRecords, eq(sourceRecords.key, workSources.recordKey))
      .where(and(inArray(workSources.workKey, keys.slice(start, start + atOnce)), inArray(workSources.source, sources)));
    for (const row of rows) {
      const asked = (byWork.get(row.workKey) ?? []).filter(({ source }) => source === row.source);
      const written = asked.length === 0 ? [] : namesIn(row.names);
      for (const question of asked) {
        const name = writtenName(written, nameVariantsOf(question.authorKey));
        if (name !== null) found.set(question, name);
      }
    }
  }
  return [...found].map(([question, name]) => ({ ...question, name }));
}

const names = sql<unknown>`${sourceRecords.payload} -> 'authors'`;

function namesIn(stored: unknown): string[] {
  const list = (typeof stored === 'string' ? JSON.parse(stored) : stored) as Pick<ImportedName, 'name'>[] | null;
  return (list ?? []).map(({ name }) => name);
}

/** How a list of names writes a person whose name has some spellings; null where it does not name them. */
function writtenName(names: readonly string[], nameVariants: ReadonlySet<string>): string | null {
  const exact = names.find((name) => nameVariants.has(name));
  if (exact !== undefined) return exact;
  const mine = [...nameVariants].map(nameKey);
  const isAlike = (name: string): boolean => {
    const key = nameKey(name);
    return mine.some((one) => similarity(one, key) !== null);
  };
  return names.find(isAlike) ?? null;
}
