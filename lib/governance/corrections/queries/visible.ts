import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { hasSuppressedAuthor } from '#lib/catalog/works/queries/provenance.ts';
import { accountsBlockedBy } from '#lib/community/invitations/queries/boundaries.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type CorrectionState, type CorrectionView, fieldRules, isEffective, isReopened, isUndecided } from '../model.ts';
import { agreementsByCorrection, type Correction, correctionsOf } from './corrections.ts';
import type { Correctable } from './subjects.ts';
import { ownersAmongAuthorsWith } from './works.ts';

type Corrected = Pick<Correctable, 'subject' | 'id' | 'privacy'>;

/**
 * Returns the visible corrections of a work or record, newest first. Omits notes on a work that may name a person whose record is
 * suppressed, and fields that the owner of a record hides.
 * @param owner an owner among the authors, or of the record, who also sees open suggestions, except by people that they have blocked
 */
export async function visibleCorrections(reader: Reader, { subject, id, privacy }: Corrected, owner: string | null): Promise<Correction[]> {
  const blocked = new Set(owner === null ? [] : (await accountsBlockedBy(reader, owner)).map((row) => row.id));
  const isWaiting = ({ state, suggesterId }: Correction): boolean =>
    owner !== null && state === 'suggested' && !blocked.has(suggesterId ?? '');
  const isShown = ({ state, field }: Correction): boolean =>
    isEffective(state) && !(field === 'affiliation' && isHidden(privacy ?? null, 'affiliations'));
  const rows = (await correctionsOf(reader, id)).filter((each) => isShown(each) || isWaiting(each));
  const areNotesHidden = subject === 'work' && rows.some(({ note }) => note !== null) && (await hasSuppressedAuthor(reader, id));
  return areNotesHidden ? rows.map((each) => ({ ...each, note: null })) : rows;
}

/**
 * Returns the same as shown on pages, with what the viewer can do.
 * @param shown the correctable fields, for corrections of a work
 */
export async function correctionViews(
  reader: Reader,
  corrected: Corrected & { shown?: Correctable['shown'] },
  owner: string | null,
): Promise<CorrectionView[]> {
  const rows = await visibleCorrections(reader, corrected, owner);
  const agreementIds = owner !== null && corrected.subject === 'work' ? rows.map(({ id }) => id) : [];
  const agreements = await agreementsByCorrection(reader, agreementIds);
  const isOwner = owner !== null;
  const isOfWork = corrected.subject === 'work';
  const mayAgree = isOwner && (!isOfWork || (await ownersAmongAuthorsWith(reader, corrected.id, 'agree')).has(owner));
  const mayContest = isOwner && isOfWork && (await ownersAmongAuthorsWith(reader, corrected.id, 'contest')).has(owner);
  return rows.map(({ id, field, state, value, sourceValue, decidedBy, evidenceUrl, note, createdAt, decidedAt }) => {
    const agreement = agreements.get(id)?.find(({ accountId }) => accountId === owner);
    const isListHidden = fieldRules[field].isList && !(isOwner && (field === 'authors' || corrected.shown?.has(field)));
    const isNameHidden = field === 'name' && !isOwner && isHidden(corrected.privacy ?? null, 'names');
    return {
      ...{ id, field, evidenceUrl, note, createdAt, decidedAt, decidedBy, state: state as CorrectionState },
      ...{ value: isListHidden ? null : value, sourceValue: isListHidden || isNameHidden ? null : sourceValue },
      isReopened: isReopened({ state, decidedBy }),
      can: {
        decide: mayAgree && isUndecided(state) && !agreement?.counts,
        revert: isOwner && isEffective(state) && (!isOfWork || agreement?.contests === false),
        contest: mayContest && (isUndecided(state) || isEffective(state)) && agreement === undefined,
      },
    };
  });
}
