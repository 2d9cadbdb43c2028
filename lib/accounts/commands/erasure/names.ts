import { and, eq, inArray } from 'drizzle-orm';
import { refreshAuthor } from '../../../authors/commands.ts';
import { slugBase } from '../../../authors/model/names.ts';
import { authorSlugs, authors, ownerStatements } from '../../../db/schema/authors.ts';
import { notifications } from '../../../db/schema/notifications.ts';
import type { Writer } from '../../../db/store.ts';

/** A name that an owner has stated of their record, beside what sources call it. */
export interface Stated {
  authorId: string;
  name: string;
}

/** The names that the account states of some records, before its statements go. */
export async function statedNames(tx: Writer, accountId: string, ids: readonly string[]): Promise<Stated[]> {
  if (ids.length === 0) return [];
  const said = and(
    eq(ownerStatements.accountId, accountId),
    eq(ownerStatements.field, 'name'),
    inArray(ownerStatements.authorId, [...ids]),
  );
  return tx.select({ authorId: ownerStatements.authorId, name: ownerStatements.value }).from(ownerStatements).where(said);
}

/** Brings the records back to what their sources say, at once: what waits for a refresh would show the owner's words until then. */
export async function asSourcesHaveIt(tx: Writer, ids: readonly string[]): Promise<void> {
  const rows = await tx.lookup<{ id: string }>('select id from authors where id in $many and merged_into is null order by key', ids);
  for (const { id } of rows) await refreshAuthor(tx, id);
}

/**
 * Addresses that say a name which the owner alone has given lead nowhere from now on: 404, since a 410 would confirm the name. Notices to
 * others say what the sources say.
 */
export async function forgetStated(tx: Writer, stated: readonly Stated[]): Promise<void> {
  for (const { authorId, name } of stated) {
    const [record] = await tx.select().from(authors).where(eq(authors.id, authorId));
    if (!record || record.name === name) continue;
    const base = slugBase(name);
    const own = await tx.select({ slug: authorSlugs.slug }).from(authorSlugs).where(eq(authorSlugs.authorKey, record.key));
    const gone = own.map(({ slug }) => slug).filter((slug) => slug !== record.slug && slug.replace(/-\d+$/, '') === base);
    if (gone.length > 0 && base !== slugBase(record.name)) await tx.delete(authorSlugs).where(inArray(authorSlugs.slug, gone));
    await renameInNotices(tx, name, { ...record, gone });
  }
}

async function renameInNotices(tx: Writer, name: string, to: { name: string; slug: string; gone: readonly string[] }): Promise<void> {
  const text = 'select id from notifications where cast(facts as text) like ?';
  const found = await tx.lookup<{ id: string }>(text, [], [`%${JSON.stringify(name).slice(1, -1)}%`]);
  for (const { id } of found) {
    const [row] = await tx.select({ facts: notifications.facts }).from(notifications).where(eq(notifications.id, id));
    if (row?.facts.name !== name) continue;
    const part = (row.facts.path ?? '').split('/').map((each) => (to.gone.includes(each) ? to.slug : each));
    await tx
      .update(notifications)
      .set({ facts: { ...row.facts, name: to.name, path: part.join('/') } })
      .where(eq(notifications.id, id));
  }
}
