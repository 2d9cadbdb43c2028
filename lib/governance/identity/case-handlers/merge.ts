import { asc, eq, inArray } from 'drizzle-orm';
import { holdingClaimOf } from '#lib/catalog/ownership/queries/ownership.ts';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import { revertDays } from '#lib/community/limits.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import type { CaseDecision, CaseHandler } from '#lib/governance/cases/case-handlers.ts';
import { appealChoices, appealUntil, mayAppeal } from '#lib/governance/cases/model/appeals.ts';
import type { FactLine } from '#lib/governance/cases/model/evidence.ts';
import { dayOf, now } from '#lib/platform/clock.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { applyChangeAfterAppeal, decideChange } from '../commands/changes.ts';
import { lockChangeRow } from '../commands/lock.ts';
import { storeAnswer } from '../commands/questions.ts';
import { revertChange } from '../commands/revert-change.ts';
import { refuseMerge, worksOfAuthor } from '../queries/records.ts';

const undone = `It can be undone for ${revertDays} days, from the history of the profile.`;
const nothingMoves = 'No work moves. Imports do not ask again.';

export const mergeCase: CaseHandler = {
  decisions: ['approve', 'reject'],
  choices: {
    merge: [
      {
        decision: 'approve',
        label: 'Merge the two profiles',
        effects: ['The works of both are on the first profile at once, and the address of the second leads there.', undone],
        reasons: ['same'],
        remedies: ['undo_30_days'],
      },
      {
        decision: 'reject',
        label: 'Keep them apart',
        effects: [nothingMoves, mayAppeal],
        reasons: ['not_same', 'cannot_check'],
        remedies: ['show_link'],
      },
    ],
    split: [
      {
        decision: 'approve',
        label: 'Split the works off',
        effects: ['The selected works are on a new profile at once, which the other person can claim.', undone],
        reasons: ['mixed_works'],
        remedies: ['undo_30_days'],
      },
      {
        decision: 'reject',
        label: 'Leave the profile whole',
        effects: [nothingMoves, mayAppeal],
        reasons: ['one_person', 'cannot_check'],
        remedies: ['show_works'],
      },
    ],
  },
  variantOf: async (reader, changeId) => (await changeOf(reader, changeId))?.kind,
  approvalTakesTwo: async (_reader, _changeId, isClaimed) => isClaimed,
  async recordsOf(reader, changeIds) {
    const rows = await rowsOf(reader, identityChanges, inArray(identityChanges.id, [...changeIds]));
    return new Map(rows.map((row) => [row.id, row.otherId ? [row.authorId, row.otherId] : [row.authorId]]));
  },
  lock: lockChangeRow,
  async evidence(reader, changeId) {
    const change = await changeOf(reader, changeId);
    if (!change) return {};
    const { authorId, otherId, reason } = change;
    const changeLines = change.kind === 'split' ? await splitFactLines(reader, change) : await mergeFactLines(reader, change);
    return {
      otherRecordIds: otherId ? [authorId, otherId] : [authorId],
      request: [...changeLines, { term: 'because', description: reason }],
    };
  },
  askedBy: async (reader, changeId) => [(await changeOf(reader, changeId))?.accountId ?? null],
  decide,
  appeal: {
    choices: appealChoices({
      granted: ['undo_30_days', 'nothing_to_do'],
      found: ['cannot_check'],
      refused: ['show_link', 'show_works', 'nothing_to_do'],
    }),
    // An approved change that could no longer be applied has no losing side.
    isOther: async (reader, accountId, { subjectId, parties }) =>
      parties.includes(accountId) && (await changeOf(reader, subjectId))?.state !== 'rejected',
    grant: async (tx, { review: { subjectId }, filed }) =>
      filed?.side === 'other' ? (await revertChange(tx, subjectId, { byAppeal: true })).ok : applyChangeAfterAppeal(tx, subjectId),
  },
};

type Change = typeof identityChanges.$inferSelect;

const changeOf = async (reader: Reader, changeId: string): Promise<Change | undefined> =>
  (await reader.select().from(identityChanges).where(eq(identityChanges.id, changeId)).limit(1))[0];

const mergeDescription = 'that the two profiles become one; the first stays';
const maxTitles = 100;

/** Returns what is asked for, and what an approval would give to whom. */
async function mergeFactLines(reader: Reader, { authorId, otherId }: Change): Promise<FactLine[]> {
  const records = await rowsOf(reader, authors, inArray(authors.id, [authorId, otherId ?? authorId]));
  const [into, from] = [records.find(({ id }) => id === authorId), records.find(({ id }) => id === otherId)];
  const asked = { term: 'asked for', description: mergeDescription };
  if (!into || !from) return [asked];
  return [asked, { term: 'approval gives', description: await mergeEffect(reader, into, from) }];
}

type RecordRow = typeof authors.$inferSelect;

async function mergeEffect(reader: Reader, into: RecordRow, from: RecordRow): Promise<string> {
  if (into.mergedInto === null && from.mergedInto === null && (await refuseMerge(reader, into, from)) === 'claim_other_first')
    return 'Nothing to anybody: one profile has an owner who has not claimed the other, so it will not be merged.';
  const works = (await worksOfAuthor(reader, from.key)).length;
  const moved = `${works === 1 ? 'One work' : `${works} works`} of “${from.name}” to “${into.name}”.`;
  if (into.ownerId === null) return `${moved} Nobody owns it, so anybody can claim it.`;
  const claim = await holdingClaimOf(reader, into.id);
  const means = claim?.strength ? `by a claim with ${claim.strength} evidence` : 'by a claim';
  return `${moved} It has an owner, ${means}, who owns the other one too or has shown that it is theirs.`;
}

async function splitFactLines(reader: Reader, { workIds, otherName }: Change): Promise<FactLine[]> {
  const isMoving = inArray(works.id, workIds.slice(0, maxTitles));
  const rows = await reader.select({ title: works.title, year: works.year }).from(works).where(isMoving).orderBy(asc(works.year));
  const titles = rows.map(({ title, year }) => `${title ?? untitledWork}${year ? ` (${year})` : ''}`);
  return [
    { term: 'asked for', description: `that ${workIds.length === 1 ? 'one work leaves' : `${workIds.length} works leave`} the profile` },
    { term: 'the new profile', description: otherName ?? 'of the same name' },
    { term: 'works that leave', description: titles.join('\n') },
  ];
}

/** Stores that the reviewers keep two profiles apart, or one whole, so that nobody is asked again. */
async function storeRejection(tx: Writer, change: Change, records: readonly { id: string; key: number }[]): Promise<void> {
  const keyOf = (id: string | null) => records.find((each) => each.id === id)?.key;
  const own = keyOf(change.authorId);
  const other = change.kind === 'merge' ? keyOf(change.otherId) : own;
  const state = change.kind === 'merge' ? 'apart' : 'whole';
  if (own !== undefined && other !== undefined) await storeAnswer(tx, [own, other], { state, decidedBy: 'reviewer' });
}

/**
 * Applies or rejects a proposed merge or split, and notifies the proposer and the owners of its records. A change that can no longer be
 * applied, because a record is gone or a claim is pending, ends as rejected.
 */
async function decide(tx: Writer, { review: { subjectId: changeId }, inFavour, reason, remedy }: CaseDecision): Promise<void> {
  const change = await changeOf(tx, changeId);
  if (!change) throw new Error('The change of an open review is gone.');
  const ids = [change.authorId, ...(change.otherId ? [change.otherId] : [])];
  const records = await rowsOf(tx, authors, inArray(authors.id, ids));
  const { applied } = await decideChange(tx, changeId, inFavour);
  if (!inFavour) await storeRejection(tx, change, records);
  const author = records.find(({ id }) => id === change.authorId);
  const facts = {
    author: change.authorId,
    // The history has the button that undoes the change.
    path: author ? `/authors/${author.id}${applied ? '/history' : ''}` : '/me',
    change: change.kind,
    decision: applied ? 'approve' : 'reject',
    ...(applied || !inFavour ? { reason, remedy: remedy ?? '' } : {}),
  };
  const accountsToNotify = new Set([change.accountId, ...records.map(({ ownerId }) => ownerId)]);
  for (const accountId of accountsToNotify) {
    if (!accountId) continue;
    // The losing side gets a link to the page where an appeal can be filed.
    const isAgainst = (accountId === change.accountId) !== inFavour && (applied || !inFavour);
    const until = dayOf(appealUntil(now()));
    const noticeFacts = isAgainst ? { ...facts, path: `/appeal/merge/${changeId}`, until } : facts;
    await notify(tx, { accountId, kind: 'change_decided', facts: noticeFacts, onceKey: `change_decided:${changeId}` });
  }
}
