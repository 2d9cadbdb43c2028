import { and, eq, inArray, sql } from 'drizzle-orm';
import { hasPower } from '#lib/catalog/powers/model.ts';
import { powerLevelOf } from '#lib/catalog/powers/queries.ts';
import { type authors, ownerStatements } from '#lib/platform/db/schema/authors.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type CareerPart, careerParts, parseCareer } from '../model/career.ts';
import { parseNotes } from '../model/contributions.ts';
import type { HiddenField } from '../model/hidden-fields.ts';
import { parseLinks } from '../model/links.ts';
import { isAdditionalName } from '../model/names.ts';
import { mayShowPhoto } from '../model/photo.ts';
import { isHidden, type PublicStatements, type StatedField, type StatedList, type StatedValue, statedFields } from '../model/statement.ts';

type StatementOwner = Pick<typeof authors.$inferSelect, 'id' | 'name' | 'ownerId' | 'privacy'>;

/** Returns the statements of a record's owner, without hidden ones; null if the record has no owner or no statements. One indexed read. */
export async function readPublicStatements(
  reader: Reader,
  { id, name, ownerId, privacy }: StatementOwner,
): Promise<PublicStatements | null> {
  if (ownerId === null) return null;
  const isAcceptedClaim = and(
    eq(claims.authorId, ownerStatements.authorId),
    eq(claims.accountId, ownerStatements.accountId),
    eq(claims.state, 'accepted'),
  );
  const { field: fieldColumn, value, at } = ownerStatements;
  // The bytes of a photo are served at its own URL.
  const text = sql<string>`case when ${fieldColumn} = 'photo' then '' else ${value} end`;
  const level = (await powerLevelOf(reader, id)) ?? 0;
  const query = reader
    .select({ field: fieldColumn, value: text, at, keptUntil: ownerStatements.keptUntil })
    .from(ownerStatements)
    .innerJoin(claims, isAcceptedClaim);
  const rows = await query.where(
    and(eq(ownerStatements.authorId, id), inArray(fieldColumn, [...statedFields, ...careerParts, 'notes', 'photo'])),
  );
  if (rows.length === 0) return null;
  const statedValue = (field: StatedField): StatedValue | null => {
    const row = rows.find((each) => each.field === field);
    return row ? { text: row.value, since: row.at } : null;
  };
  const visibleValue = (field: StatedField & HiddenField): StatedValue | null => (isHidden(privacy, field) ? null : statedValue(field));
  const visibleList = (part: CareerPart): StatedList | null => {
    const row = isHidden(privacy, part) ? undefined : rows.find((each) => each.field === part);
    const entries = row ? parseCareer(row.value) : [];
    return row && entries.length > 0 ? { entries, since: row.at } : null;
  };
  const statedName = statedValue('name');
  const isAlsoShown = (text: string): boolean => isAdditionalName(text, name, level) && !isHidden(privacy, 'names');
  const links = visibleValue('links');
  return {
    name:
      statedName && (statedName.text === name || isAlsoShown(statedName.text))
        ? { ...statedName, isShown: statedName.text === name }
        : null,
    affiliation: isHidden(privacy, 'affiliations') ? null : statedValue('affiliation'),
    role: visibleValue('role'),
    biography: visibleValue('biography'),
    homepage: visibleValue('homepage'),
    links: links && { entries: parseLinks(links.text), since: links.since },
    pronouns: visibleValue('pronouns'),
    pronunciation: visibleValue('pronunciation'),
    languages: visibleValue('languages'),
    positions: visibleList('positions'),
    education: visibleList('education'),
    photoSince: isHidden(privacy, 'photo')
      ? null
      : (rows.find((row) => row.field === 'photo' && mayShowPhoto(level, row.keptUntil))?.at ?? null),
    linksPages: hasPower(level, 'link_pages'),
    notes: isHidden(privacy, 'pinned') ? {} : parseNotes(rows.find((row) => row.field === 'notes')?.value ?? ''),
  };
}
