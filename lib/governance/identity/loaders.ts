import { recordLoader } from '#lib/catalog/authors/loaders.ts';
import { type AuthorRow, findPublicRecord } from '#lib/catalog/authors/queries/find.ts';
import { similarNames } from '#lib/catalog/authors/queries/similar.ts';
import { proveOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import type { ReviewFilter, ReviewView } from '#lib/catalog/statements/model/opinions.ts';
import { reviewPageOf } from '#lib/catalog/statements/queries/opinions.ts';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { reader } from '#lib/platform/db/store.ts';
import { type ChangePreview, type ChangeView, orderForMerge } from './model/changes.ts';
import { decodeSelection } from './model/selection-bitmap.ts';
import type { WorkbenchGroup } from './model/workbench.ts';
import { historyOf } from './queries/history.ts';
import { mergePreview, splitPreview } from './queries/preview.ts';
import { mayChangeImmediately, mayRevertChange, ownChangesOf, refuseMerge } from './queries/records.ts';
import { isSuspendedOwner } from './queries/suspended-owner.ts';
import { selectableWorksOf, splitGroups } from './queries/workbench.ts';

type RecordName = Pick<AuthorRow, 'id' | 'slug' | 'name'>;

const recordNameOf = ({ id, slug, name }: AuthorRow): RecordName => ({ id, slug, name });

interface HistoryPage {
  author: RecordName;
  changes: (ChangeView & { mayRevert: boolean })[];
}

/** Returns the public history of merges and splits of a record. Whether they can be reverted is computed only for a signed-in viewer. */
export const loadHistory = recordLoader(async (author): Promise<HistoryPage> => {
  const actor = await viewer();
  const changes = await historyOf(reader(), author);
  const revertible = actor === null ? [] : changes.filter(({ undoUntil }) => undoUntil);
  const mayRevertAll =
    actor !== null && revertible.length > 0 && (await mayRevertChange(reader(), actor, { authorId: author.id, otherId: null }));
  const ownChangeIds =
    actor === null || mayRevertAll || revertible.length === 0 ? new Set<string>() : await ownChangesOf(reader(), actor, author.id);
  return {
    author: recordNameOf(author),
    changes: changes.map((change) => ({
      ...change,
      mayRevert: (mayRevertAll || ownChangeIds.has(change.id)) && change.undoUntil !== null,
    })),
  };
});

export interface MergePage {
  author: RecordName;
  /** Records with similar names, each with the reason. */
  candidates: { slug: string; name: string; reason: string }[];
  /** Null until another record is selected. */
  chosen: { preview: ChangePreview; atOnce: boolean; refusal: string | null } | { refusal: string } | null;
}

/** Returns the data of the merge page: candidates, then the preview. */
export const loadMerge = recordLoader(async (author, other: string | undefined): Promise<MergePage | 'sign_in'> => {
  const actor = await viewer();
  if (!actor) return 'sign_in';
  const candidates = (await similarNames(reader(), author)).map(({ slug: of, name, reason }) => ({ slug: of, name, reason }));
  const otherRecord = other ? await findPublicRecord(reader(), other) : null;
  if (!other || !otherRecord) return { author: recordNameOf(author), candidates, chosen: other ? { refusal: 'unknown_other' } : null };
  const [into, from] = orderForMerge(author, otherRecord);
  const refusal = await refuseMerge(reader(), into, from);
  if (refusal === 'same_subject') return { author: recordNameOf(author), candidates, chosen: { refusal } };
  const preview = await mergePreview(reader(), into, from);
  return {
    author: recordNameOf(author),
    candidates,
    chosen: { preview, atOnce: await mayChangeImmediately(reader(), actor, [into, from], 'merge'), refusal },
  };
});

interface SplitPage {
  author: RecordName;
  /** Why a rule doubts that all works are by one person; empty beside a preview. */
  doubts: string[];
  /** The works in groups; empty beside a preview. */
  groups: WorkbenchGroup[];
  /** False for a record with more works than the method can compare. */
  compared: boolean;
  /** The preview of the selected works; null if none are selected. */
  chosen: { preview: ChangePreview; atOnce: boolean } | { refusal: string } | null;
  /** Whether the viewer's claim is suspended by somebody else's strong proof, so that the works that leave are the viewer's own. */
  isSuspended: boolean;
}

/** Returns the workbench of a record, or the preview of a selection made there. */
export const loadSplit = recordLoader(async (author, choice: { leave: string; seen: string } | null): Promise<SplitPage | 'sign_in'> => {
  const actor = await viewer();
  if (!actor) return 'sign_in';
  const isSuspended = await isSuspendedOwner(reader(), actor.accountId, author.id);
  const { list, seen } = await selectableWorksOf(reader(), author);
  const workIds = choice && choice.seen === seen ? decodeSelection(list, choice.leave) : [];
  if (workIds.length > 0 && workIds.length < list.length) {
    const preview = await splitPreview(reader(), author, { workIds, otherName: author.name });
    const atOnce = await mayChangeImmediately(reader(), actor, [author]);
    return { author: recordNameOf(author), doubts: [], groups: [], compared: true, chosen: { preview, atOnce }, isSuspended };
  }
  const refusal = choice?.seen !== seen ? 'works_changed' : workIds.length === 0 ? 'no_works_chosen' : 'all_works_chosen';
  const doubts = author.flags.map(({ reason }) => reason);
  return { author: recordNameOf(author), doubts, ...(await splitGroups(reader(), author)), chosen: choice && { refusal }, isSuspended };
});

interface ReviewPage {
  author: RecordName;
  /** Null if the viewer does not own the record. */
  view: ReviewView | null;
}

const pageSize = 50;

/** Returns the works of a record with its owner's opinions. */
export const loadReview = recordLoader(
  async (author, requested: { filter: ReviewFilter; after: string | null }): Promise<ReviewPage | 'sign_in'> => {
    const actor = await viewer();
    if (!actor) return 'sign_in';
    const isOwner = (await proveOwnership(reader(), actor, author.id)) !== null;
    return {
      author: recordNameOf(author),
      view: isOwner ? await reviewPageOf(reader(), author.key, { ...requested, limit: pageSize }) : null,
    };
  },
);
