import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { contexts, organisationNames, organisations } from '#lib/platform/db/schema/contexts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { NamedInstitution } from '../model/context.ts';
import { contextKey } from '../model/names.ts';
import type { ContextRow } from './contexts.ts';

const maxNamed = 8;

const isAcronymOf = (nameKey: string) => and(eq(organisationNames.kind, 'acronym'), eq(organisationNames.nameKey, nameKey));

/**
 * Returns the institutions that may be the same as one, because the ROR registry gives the acronym of one as the name of the other: of "MIT",
 * those with works here whose acronym it is; of a registered one, those with works here that are named by its acronym alone. They are
 * proposed and never joined, because many institutions share an acronym.
 */
export async function institutionsByAcronym(
  reader: Reader,
  { kind, nameKey, facts }: Pick<ContextRow, 'kind' | 'nameKey' | 'facts'>,
): Promise<NamedInstitution[]> {
  if (kind !== 'institution') return [];
  const { ror } = facts;
  const isOther = ror
    ? and(eq(organisationNames.rorId, ror), eq(organisationNames.kind, 'acronym'), eq(contexts.nameKey, organisationNames.nameKey))
    : and(isAcronymOf(nameKey), eq(contexts.nameKey, sql`'ror ' || ${organisationNames.rorId}`));
  const { slug, name } = contexts;
  return reader
    .select({ slug, name, city: ror ? sql<null>`null` : organisations.city, country: ror ? sql<null>`null` : organisations.country })
    .from(organisationNames)
    .innerJoin(organisations, eq(organisations.rorId, organisationNames.rorId))
    .innerJoin(contexts, and(eq(contexts.kind, 'institution'), isOther))
    .where(and(eq(organisations.status, 'active'), gt(contexts.worksCount, 0)))
    .orderBy(asc(contexts.sortName))
    .limit(maxNamed);
}

/** Returns the active organisations of the ROR registry that have a text as their acronym, those with works here first. */
export async function organisationsByAcronym(reader: Reader, text: string): Promise<NamedInstitution[]> {
  const worksHere = sql`coalesce(${contexts.worksCount}, 0)`;
  return reader
    .select({ slug: contexts.slug, name: organisations.name, city: organisations.city, country: organisations.country })
    .from(organisationNames)
    .innerJoin(organisations, eq(organisations.rorId, organisationNames.rorId))
    .leftJoin(contexts, and(eq(contexts.kind, 'institution'), eq(contexts.nameKey, sql`'ror ' || ${organisationNames.rorId}`)))
    .where(and(isAcronymOf(contextKey('institution', text)), eq(organisations.status, 'active')))
    .orderBy(sql`${worksHere} desc`, asc(organisations.name))
    .limit(maxNamed);
}
