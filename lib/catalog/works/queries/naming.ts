import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ImportedName } from '#lib/catalog/sources/model.ts';
import { storedJson } from '#lib/platform/db/rows.ts';
import { sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { workSources } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { nameSimilarity } from '#lib/platform/names/similar.ts';

/** The question whether a source's records of a work name an author. */
export interface NamingRequest {
  authorKey: number;
  workKey: number;
  source: string;
}

/** Works whose author lists are read at once; a list may have a thousand names. */
const worksPerQuery = 200;

/**
 * Finds the sources that name people on works. The source whose list is shown is stored with the authorship; this checks the others. The
 * names in their records are compared with the name variants of each person.
 * @returns the questions with a positive answer, and the name as the source writes it
 */
export async function namingsOf(
  reader: Reader,
  questions: readonly NamingRequest[],
  nameVariantsOf: (authorKey: number) => ReadonlySet<string>,
): Promise<(NamingRequest & { name: string })[]> {
  const byWork = Map.groupBy(questions, ({ workKey }) => workKey);
  const sources = [...new Set(questions.map(({ source }) => source))];
  const keys = [...byWork.keys()];
  const nameByQuestion = new Map<NamingRequest, string>();
  for (let start = 0; start < keys.length; start += worksPerQuery) {
    const rows = await reader
      .select({ workKey: workSources.workKey, source: workSources.source, names: payloadNames })
      .from(workSources)
      .innerJoin(sourceRecords, eq(sourceRecords.key, workSources.recordKey))
      .where(and(inArray(workSources.workKey, keys.slice(start, start + worksPerQuery)), inArray(workSources.source, sources)));
    for (const row of rows) {
      const sourceQuestions = (byWork.get(row.workKey) ?? []).filter(({ source }) => source === row.source);
      const recordNames = sourceQuestions.length === 0 ? [] : namesIn(row.names);
      for (const question of sourceQuestions) {
        const name = findNameVariant(recordNames, nameVariantsOf(question.authorKey));
        if (name !== null) nameByQuestion.set(question, name);
      }
    }
  }
  return [...nameByQuestion].map(([question, name]) => ({ ...question, name }));
}

const payloadNames = sql<unknown>`${sourceRecords.payload} -> 'authors'`;

function namesIn(stored: unknown): string[] {
  const list = storedJson<Pick<ImportedName, 'name'>[] | null>(stored);
  return (list ?? []).map(({ name }) => name);
}

/** Returns the name in a list that matches a person's name variants; null if there is none. */
function findNameVariant(names: readonly string[], nameVariants: ReadonlySet<string>): string | null {
  const exactMatch = names.find((name) => nameVariants.has(name));
  if (exactMatch !== undefined) return exactMatch;
  const variantKeys = [...nameVariants].map(nameKey);
  const isAlike = (name: string): boolean => {
    const key = nameKey(name);
    return variantKeys.some((one) => nameSimilarity(one, key) !== null);
  };
  return names.find(isAlike) ?? null;
}
