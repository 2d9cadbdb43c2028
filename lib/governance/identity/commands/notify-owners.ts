import { and, desc, eq, gt, inArray, isNotNull, isNull, ne, notInArray, or } from 'drizzle-orm';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import { authorshipChanges } from '#lib/platform/db/schema/history.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/** Days after which a new work is no news. */
const maxNewsDays = 7;

/**
 * Tells the owners of some records which works sources have added to them since their claim, or since they were told last, and how to object.
 * Works that the owner has marked are left out, and those that people have added or moved, of which the owner is told otherwise.
 */
export async function notifyOwnersOfWorks(tx: Writer, authorKeys: readonly number[]): Promise<void> {
  const isOwned = and(inArray(authors.key, [...authorKeys]), isNotNull(authors.ownerId), isNull(authors.mergedInto));
  for (const { key, id, ownerId } of await rowsOf(tx, authors, isOwned)) {
    if (!ownerId) continue;
    const since = await notifiedSince(tx, id, ownerId);
    if (since === null) continue;
    const added = await worksAddedSince(tx, key, since);
    const [newest] = added;
    if (!newest) continue;
    const facts = {
      ...{ author: id, path: `/authors/${id}/review`, change: 'works_listed', by: 'source' },
      ...{ count: `${added.length}`, name: newest.title ?? untitledWork },
    };
    await notify(tx, {
      accountId: ownerId,
      kind: 'record_changed',
      facts,
      onceKey: `record_changed:works:${id}:${newest.id}:${added.length}`,
    });
  }
}

/** Returns the time from which works are news to an owner; null without an accepted claim. */
async function notifiedSince(tx: Writer, authorId: string, accountId: string): Promise<Date | null> {
  const isAccepted = and(eq(claims.authorId, authorId), eq(claims.accountId, accountId), inArray(claims.state, ['accepted', 'suspended']));
  const [claim] = await tx.select({ at: claims.decidedAt }).from(claims).where(isAccepted);
  if (!claim?.at) return null;
  const { kind, createdAt } = notifications;
  const shown = await tx
    .select({ facts: notifications.facts, at: createdAt })
    .from(notifications)
    .where(and(eq(notifications.accountId, accountId), eq(kind, 'record_changed')))
    .orderBy(desc(createdAt))
    .limit(100);
  const last = shown.find(({ facts }) => facts.author === authorId && facts.change === 'works_listed')?.at ?? new Date(0);
  return new Date(Math.max(claim.at.getTime(), last.getTime(), addMs(now(), -daysMs(maxNewsDays)).getTime()));
}

async function worksAddedSince(tx: Writer, authorKey: number, since: Date): Promise<{ id: string; title: string | null }[]> {
  const { workKey, isOn, bySource, at } = authorshipChanges;
  const isAdded = and(eq(authorshipChanges.authorKey, authorKey), eq(isOn, true), eq(bySource, true), gt(at, since));
  const joined = tx.select({ key: workKey }).from(authorshipChanges).where(isAdded);
  return tx
    .selectDistinct({ id: works.id, title: works.title })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(
      and(
        ...[
          eq(authorships.authorKey, authorKey),
          eq(authorships.state, 'asserted'),
          notInArray(authorships.source, ['owner', 'correction', 'registry']),
        ],
        ne(authorships.resolvedBy, 'split'),
        or(gt(works.createdAt, since), inArray(works.key, joined)),
      ),
    )
    .orderBy(desc(works.id));
}
