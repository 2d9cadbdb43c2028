import { and, eq } from 'drizzle-orm';
import { lockAuthors } from '#lib/catalog/authors/commands/lock.ts';
import { renameAccount } from '#lib/community/accounts/commands/display-name.ts';
import { lockAccountRows } from '#lib/community/accounts/commands/lock.ts';
import { changeFollow } from '#lib/community/follows/commands/change.ts';
import { followContext } from '#lib/community/follows/commands/contexts.ts';
import { followMany } from '#lib/community/follows/commands/many.ts';
import { saveSearch } from '#lib/community/follows/commands/searches.ts';
import { updateNotificationSettings } from '#lib/community/notifications/commands/settings.ts';
import { saveMany } from '#lib/community/saved-works/commands.ts';
import { writeAuditEntry } from '#lib/platform/audit/entries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { now } from '#lib/platform/clock.ts';
import { dataImports } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { setSchedule } from '#lib/portal/digests/commands.ts';
import { archiveImportsPerHour } from '../model/archive.ts';
import { type ImportPart, portable } from '../model/portable.ts';
import { type Plan, planArchiveImport } from '../queries/plan/archive-plan.ts';
import { applyRecordSettings } from './apply-record-settings.ts';
import type { EncodedPortable } from './encode-photos.ts';

/** Counts an upload against the limit before the archive is read, since unpacking is expensive. */
export async function countUpload(tx: Writer, { accountId }: Actor): Promise<Outcome<void, 'too_many_uploads'>> {
  return (await withinLimit(tx, 'archive-imports-account', accountId, archiveImportsPerHour))
    ? done(undefined)
    : refused('too_many_uploads');
}

/**
 * Stores the content of an archive until its sender has seen what it would change. Only one upload per account is pending; a newer one
 * replaces it.
 */
export async function storeUpload(tx: Writer, { accountId }: Actor, archive: EncodedPortable): Promise<{ id: string }> {
  await tx.delete(dataImports).where(and(eq(dataImports.accountId, accountId), eq(dataImports.state, 'shown')));
  const { origin, madeAt } = archive;
  const id = newId();
  const row = { id, accountId, state: 'shown', origin, madeAt: new Date(madeAt), content: archive, receivedAt: now() };
  await tx.insert(dataImports).values(row);
  return { id };
}

/**
 * Imports the selected parts of an archive in one transaction. The changes are planned again by the rules that the preview used. Existing
 * data remains, so that importing the same archive twice changes nothing.
 */
export async function importArchive(
  tx: Writer,
  actor: Actor,
  { id, of }: { id: string; of: readonly ImportPart[] },
): Promise<Outcome<Record<string, number>, 'unknown_archive'>> {
  const isPending = and(eq(dataImports.id, id), eq(dataImports.accountId, actor.accountId), eq(dataImports.state, 'shown'));
  const at = now();
  const [row] = await tx
    .update(dataImports)
    .set({ state: 'taken', takenAt: at })
    .where(isPending)
    .returning({ content: dataImports.content });
  const archive = row && portable.safeParse(row.content);
  if (!archive?.success) return refused('unknown_archive');
  if (of.includes('name')) await lockName(tx, actor);
  if (of.includes('records')) await lockRecords(tx, actor);
  const plan = await planArchiveImport(tx, actor, archive.data);
  const taken: Record<string, number> = {};
  for (const part of of) {
    const count = await partImports[part](tx, actor, plan);
    if (count > 0) taken[part] = count;
  }
  await tx.update(dataImports).set({ content: null, taken }).where(eq(dataImports.id, id));
  const facts = { origin: archive.data.origin, madeAt: archive.data.madeAt, taken };
  const { accountId } = actor;
  await writeAuditEntry(tx, { accountId, action: 'archive.imported', subject: 'account', subjectId: accountId, facts });
  return done(taken);
}

/** Locks the account, so that a name set concurrently is set either before, and then remains, or after. */
const lockName = (tx: Writer, { accountId }: Actor): Promise<void> => lockAccountRows(tx, [accountId]);

/** Locks the account's records, so that concurrent statements are made either before, and then remain, or after. */
async function lockRecords(tx: Writer, { accountId }: Actor): Promise<void> {
  // Named lock before row locks, in the same order as the commands of the record's page.
  await tx.lock('imports');
  await lockAuthors(tx, eq(authors.ownerId, accountId));
}

type PartImport = (tx: Writer, actor: Actor, plan: Plan) => Promise<number>;

/** Carries out each step by its ordinary command and counts the successful ones. */
const countApplied = async <Step>(steps: readonly { step: Step }[], act: (step: Step) => Promise<{ ok: boolean }>): Promise<number> => {
  let count = 0;
  for (const { step } of steps) if ((await act(step)).ok) count += 1;
  return count;
};

const partImports: Record<ImportPart, PartImport> = {
  name: (tx, actor, { name }) => countApplied(name.toImport, (step) => renameAccount(tx, actor, step)),
  people: (tx, actor, { people }) =>
    followMany(
      tx,
      actor,
      people.toImport.map(({ step }) => step),
    ),
  places: (tx, actor, { places }) =>
    countApplied(sortedById(places.toImport), async ({ id, muted }) => {
      const followed = await followContext(tx, actor, { contextId: id, want: 'on' });
      return followed.ok && muted ? changeFollow(tx, actor, { kind: 'context', id, want: 'muted' }) : followed;
    }),
  searches: (tx, actor, { searches }) =>
    countApplied(searches.toImport, async ({ query, muted }) => {
      const saved = await saveSearch(tx, actor, { query });
      return saved.ok && muted ? changeFollow(tx, actor, { kind: 'search', id: saved.value.id, want: 'muted' }) : saved;
    }),
  savedWorks: (tx, actor, { savedWorks }) =>
    saveMany(
      tx,
      actor,
      savedWorks.toImport.map(({ step }) => step.workId),
    ),
  settings: (tx, actor, { settings }) =>
    countApplied(
      settings.toImport,
      (step): Promise<{ ok: boolean }> =>
        'settings' in step ? updateNotificationSettings(tx, actor, step.settings) : setSchedule(tx, actor, step.schedule),
    ),
  records: (tx, actor, { records }) => countApplied(records.toImport, (step) => applyRecordSettings(tx, actor, step)),
};

const sortedById = <Step extends { id: string }>(steps: readonly { step: Step }[]): { step: Step }[] =>
  [...steps].sort((one, other) => (one.step.id < other.step.id ? -1 : 1));
