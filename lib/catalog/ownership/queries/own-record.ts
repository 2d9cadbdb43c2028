import { and, eq } from 'drizzle-orm';
import { organisationsByAcronym } from '#lib/catalog/contexts/queries/acronyms.ts';
import { powerLevelOf } from '#lib/catalog/powers/queries.ts';
import { type CareerPart, careerParts, parseCareer } from '#lib/catalog/statements/model/career.ts';
import { creditedWorkId, parseNotes, parseRoles } from '#lib/catalog/statements/model/contributions.ts';
import { isAdditionalName } from '#lib/catalog/statements/model/names.ts';
import {
  type OwnRecord,
  type PinChoice,
  parsePrivacy,
  type StatedField,
  statedFields,
  statementsVersionOf,
} from '#lib/catalog/statements/model/statement.ts';
import { earlierAddressesOf } from '#lib/catalog/statements/queries/addresses.ts';
import { newestWorks, ownWorks } from '#lib/catalog/statements/queries/works.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { authors, ownerStatements } from '#lib/platform/db/schema/authors.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { Owner } from '../model.ts';
import { proveOwnership } from './ownership.ts';

const maxChoices = 500;

/** Returns a record for editing by its owner; null for other accounts. */
export async function findOwnRecord(reader: Reader, actor: Actor, authorId: string): Promise<OwnRecord | null> {
  if (!(await proveOwnership(reader, actor, authorId))) return null;
  const [row] = await reader.select().from(authors).where(eq(authors.id, authorId));
  if (!row) return null;
  const isOwn = and(eq(ownerStatements.authorId, authorId), eq(ownerStatements.accountId, actor.accountId));
  const rows = await reader.select().from(ownerStatements).where(isOwn);
  const statements = Object.fromEntries(
    rows.filter(({ field }) => isStated(field)).map(({ field, value, at }) => [field, { text: value, since: at }]),
  ) as OwnRecord['statements'];
  const privacyRow = rows.find(({ field }) => field === 'privacy');
  const level = (await powerLevelOf(reader, authorId)) ?? 0;
  const rorId = row.affiliation?.source === 'owner' ? (row.affiliation.rorId ?? null) : null;
  const pinned = await ownWorks(reader, row.key, row.pinned);
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    sourceName: row.sourceName,
    statements,
    nameShown: statements.name
      ? statements.name.text === row.name
        ? 'name'
        : isAdditionalName(statements.name.text, row.name, level)
          ? 'additional'
          : 'no'
      : null,
    rorId,
    affiliationMayBe: statements.affiliation && rorId === null ? await organisationsByAcronym(reader, statements.affiliation.text) : [],
    pinned: choicesInOrder(row.pinned, pinned),
    choices: (await newestWorks(reader, row.key, maxChoices)).filter(({ id }) => !row.pinned.includes(id)).map(toPinChoice),
    privacy: (privacyRow && parsePrivacy(privacyRow.value)) ?? { hidden: [], indexed: true },
    notes: parseNotes(rows.find(({ field }) => field === 'notes')?.value ?? ''),
    credits: await creditsOf(reader, row.key, rows),
    photoSince: rows.find(({ field }) => field === 'photo')?.at ?? null,
    career: careerOf(rows),
    addresses: await earlierAddressesOf(reader, authorId),
    doubts: row.flags.map(({ reason }) => reason),
    level,
    seen: statementsVersionOf(Object.values(statements)),
  };
}

function careerOf(rows: readonly { field: string; value: string; at: Date }[]): OwnRecord['career'] {
  const careerRows = rows.filter(({ field }) => careerParts.some((part) => part === field));
  const entriesOf = (part: CareerPart) => parseCareer(careerRows.find(({ field }) => field === part)?.value ?? '');
  return {
    positions: entriesOf('positions'),
    education: entriesOf('education'),
    seen: statementsVersionOf(careerRows.map(({ at }) => ({ since: at }))),
  };
}

async function creditsOf(
  reader: Reader,
  key: number,
  rows: readonly { field: string; value: string; at: Date }[],
): Promise<OwnRecord['credits']> {
  const statements = new Map(
    rows.flatMap((row): [string, typeof row][] => ((id) => (id === null ? [] : [[id, row]]))(creditedWorkId(row.field))),
  );
  const creditedWorks = await ownWorks(reader, key, [...statements.keys()]);
  return creditedWorks
    .flatMap((work) => {
      const row = statements.get(work.id);
      return row ? [{ work: toPinChoice(work), roles: parseRoles(row.value), since: row.at }] : [];
    })
    .sort((a, b) => (b.work.year ?? 0) - (a.work.year ?? 0) || a.work.title.localeCompare(b.work.title));
}

/** Returns the ids of the works that an owner has pinned, in order, without works that are no longer on the record. */
export async function pinnedWorkIdsOf(reader: Reader, { authorId }: Owner): Promise<string[]> {
  const [row] = await reader.select({ key: authors.key, pinned: authors.pinned }).from(authors).where(eq(authors.id, authorId));
  const ownIds = new Set(row ? (await ownWorks(reader, row.key, row.pinned)).map(({ id }) => id) : []);
  return row?.pinned.filter((id) => ownIds.has(id)) ?? [];
}

const isStated = (field: string): field is StatedField => (statedFields as readonly string[]).includes(field);

const toPinChoice = ({ id, title, year }: PinChoice): PinChoice => ({ id, title, year });

function choicesInOrder(ids: readonly string[], works: readonly PinChoice[]): PinChoice[] {
  const byId = new Map(works.map((work) => [work.id, toPinChoice(work)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
