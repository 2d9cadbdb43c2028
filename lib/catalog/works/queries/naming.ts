import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ImportedName } from '#lib/catalog/sources/model.ts';
import { sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { workSources } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { similarity } from '#lib/platform/names/similar.ts';

/** The question whether a source's records of a work name an author. */
export interface NamingQuestion {
  authorKey: number;
  workKey: number;
  source: string;
}

/** Works whose author lists are read at once; a list may have a thousand names. */
const atOnce = 200;

/**
 * Finds the sources that name people on works. The source whose list is shown is stored with the authorship; this checks the others. The
 * names in their records are compared with the name variants of each person.
 * @returns the questions with a positive answer, and the name as the source writes it
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

/** Returns the name in a list that matches a person's name variants; null if there is none. */
function writtenName(names: readonly string[], nameVariants: ReadonlySet<string>): string | null {
  const exact = names.find((name) => nameVariants.has(name));
  if (exact !== undefined) return exact;
  const own = [...nameVariants].map(nameKey);
  const isAlike = (name: string): boolean => {
    const key = nameKey(name);
    return own.some((one) => similarity(one, key) !== null);
  };
  return names.find(isAlike) ?? null;
}
