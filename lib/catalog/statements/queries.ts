import { and, eq, inArray } from 'drizzle-orm';
import { ownership } from '#lib/catalog/ownership/queries.ts';
import type { Owner } from '#lib/governance/claims/model.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { authors, ownerStatements } from '#lib/platform/db/schema/authors.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import {
  isHidden,
  type OwnerSays,
  type OwnRecord,
  type PinChoice,
  type Privacy,
  privacyIn,
  type Said,
  type StatedField,
  seenMark,
  statedFields,
} from './model.ts';
import { oldAddresses } from './queries/addresses.ts';
import { newestWorks, ownWorks } from './queries/works.ts';

interface Spoken {
  id: string;
  name: string;
  ownerId: string | null;
  privacy: Privacy | null;
}

/** What the owner of a record says of themselves, without what they keep back; null where nobody speaks for it. One indexed read. */
export async function ownerSays(reader: Reader, { id, name, ownerId, privacy }: Spoken): Promise<OwnerSays | null> {
  if (ownerId === null) return null;
  const accepted = and(
    eq(claims.authorId, ownerStatements.authorId),
    eq(claims.accountId, ownerStatements.accountId),
    eq(claims.state, 'accepted'),
  );
  const rows = await reader
    .select({ field: ownerStatements.field, value: ownerStatements.value, at: ownerStatements.at })
    .from(ownerStatements)
    .innerJoin(claims, accepted)
    .where(and(eq(ownerStatements.authorId, id), inArray(ownerStatements.field, [...statedFields])));
  if (rows.length === 0) return null;
  const said = (field: StatedField): Said | null => {
    const row = rows.find((each) => each.field === field);
    return row ? { text: row.value, since: row.at } : null;
  };
  const about = (field: StatedField): Said | null => (isHidden(privacy, 'about') ? null : said(field));
  const stated = said('name');
  return {
    name: stated && { ...stated, stands: stated.text === name },
    affiliation: isHidden(privacy, 'affiliations') ? null : said('affiliation'),
    role: about('role'),
    biography: about('biography'),
    homepage: about('homepage'),
  };
}

const mostChoices = 500;

/** One record as its owner edits it; null for everybody else. */
export async function ownRecord(reader: Reader, actor: Actor, authorId: string): Promise<OwnRecord | null> {
  if (!(await ownership(reader, actor, authorId))) return null;
  const [row] = await reader.select().from(authors).where(eq(authors.id, authorId));
  if (!row) return null;
  const mine = and(eq(ownerStatements.authorId, authorId), eq(ownerStatements.accountId, actor.accountId));
  const rows = await reader.select().from(ownerStatements).where(mine);
  const said = Object.fromEntries(
    rows.filter(({ field }) => isStated(field)).map(({ field, value, at }) => [field, { text: value, since: at }]),
  ) as OwnRecord['said'];
  const kept = rows.find(({ field }) => field === 'privacy');
  const pinned = await ownWorks(reader, row.key, row.pinned);
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    sourceName: row.sourceName,
    said,
    nameStands: said.name ? said.name.text === row.name : null,
    rorId: row.affiliation?.source === 'owner' ? (row.affiliation.rorId ?? null) : null,
    pinned: inOrder(row.pinned, pinned),
    choices: (await newestWorks(reader, row.key, mostChoices)).filter(({ id }) => !row.pinned.includes(id)).map(choice),
    privacy: (kept && privacyIn(kept.value)) ?? { hidden: [], indexed: true },
    addresses: await oldAddresses(reader, authorId),
    seen: seenMark(Object.values(said)),
  };
}

/** Works that an owner shows first, by their ids, in their order, without what has left the record since. */
export async function pinnedBy(reader: Reader, { authorId }: Owner): Promise<string[]> {
  const [row] = await reader.select({ key: authors.key, pinned: authors.pinned }).from(authors).where(eq(authors.id, authorId));
  const standing = new Set(row ? (await ownWorks(reader, row.key, row.pinned)).map(({ id }) => id) : []);
  return row?.pinned.filter((id) => standing.has(id)) ?? [];
}

const isStated = (field: string): field is StatedField => (statedFields as readonly string[]).includes(field);

const choice = ({ id, title, year }: PinChoice): PinChoice => ({ id, title, year });

function inOrder(ids: readonly string[], works: readonly PinChoice[]): PinChoice[] {
  const byId = new Map(works.map((work) => [work.id, choice(work)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
