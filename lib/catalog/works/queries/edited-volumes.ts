import { and, desc, eq } from 'drizzle-orm';
import { contributors, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { EditedVolume } from '../model/views.ts';

const maxRows = 1_000;

/** Types of works whose editors edited the volume that contains them. */
const containedTypes: readonly string[] = ['article', 'chapter', 'paper'];

/** Returns the volumes that a person edited, newest first. Several works in one volume count as that volume. */
export async function editedVolumes(reader: Reader, authorKey: number): Promise<EditedVolume[]> {
  const rows = await reader
    .select({ id: works.id, title: works.title, venue: works.venue, type: works.type, year: works.year, language: works.language })
    .from(contributors)
    .innerJoin(works, eq(works.key, contributors.workKey))
    .where(and(eq(contributors.authorKey, authorKey), eq(contributors.role, 'editor')))
    .orderBy(desc(works.year), desc(works.key))
    .limit(maxRows);
  const volumes = new Map<string, EditedVolume>();
  for (const { id, title, venue, type, year, language } of rows) {
    const name = containedTypes.includes(type) ? venue : title;
    const key = `${name ?? id} ${year}`;
    if (name !== null && !volumes.has(key)) volumes.set(key, { id, title: name, year, language });
  }
  return [...volumes.values()];
}
