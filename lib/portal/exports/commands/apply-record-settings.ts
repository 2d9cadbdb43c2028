import { editCareer } from '#lib/catalog/ownership/commands/edit-career.ts';
import { setCredit, setNote } from '#lib/catalog/ownership/commands/edit-contributions.ts';
import { setPhoto } from '#lib/catalog/ownership/commands/edit-photo.ts';
import { editOwnRecord, pinWork, setIndicatorsHidden, setPrivacy } from '#lib/catalog/ownership/commands/edit-record.ts';
import type { Owner } from '#lib/catalog/ownership/model.ts';
import { findOwnRecord } from '#lib/catalog/ownership/queries/own-record.ts';
import { proveOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import { hiddenFieldsOf, type StatedField, statedFields, statementsInput } from '#lib/catalog/statements/model/statement.ts';
import { setAvailability } from '#lib/community/invitations/commands/boundaries.ts';
import { stateOpinionsOnWorks } from '#lib/governance/identity/commands/opinions.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import type { RecordChange } from '../model/preview.ts';

type StepResult = Promise<{ ok: boolean }>;

/** Applies an archive's settings to a record that the account owns, by the commands that the record's page uses. */
export async function applyRecordSettings(tx: Writer, actor: Actor, step: RecordChange): StepResult {
  if (step.kind === 'opinions') return stateOpinionsOnWorks(tx, actor, step);
  const owner = await proveOwnership(tx, actor, step.authorId);
  if (!owner) return { ok: false };
  switch (step.kind) {
    case 'availability':
      return setAvailability(tx, owner, step.availability);
    case 'indicators':
      return setIndicatorsHidden(tx, owner, step);
    case 'statements':
      return stateFields(tx, actor, owner, step.statements);
    case 'pins':
      return pinWorks(tx, owner, step.workIds);
    case 'career':
      return stateCareer(tx, actor, owner, step);
    case 'photo':
      return setPhoto(tx, owner, step.jpeg);
    case 'note':
      return setNote(tx, owner, step);
    case 'credit':
      return setCredit(tx, owner, step);
    case 'privacy': {
      const hidden = hiddenFieldsOf(step.privacy);
      return setPrivacy(tx, owner, { authorId: step.authorId, hidden, indexed: step.privacy.indexed ? 'yes' : 'no' });
    }
  }
}

/** States the archive's fields that are not stated yet. Existing statements remain, even very recent ones. */
async function stateFields(tx: Writer, actor: Actor, owner: Owner, statements: Partial<Record<StatedField, string>>): StepResult {
  const current = await findOwnRecord(tx, actor, owner.authorId);
  if (!current) return { ok: false };
  const texts = Object.fromEntries(statedFields.map((field) => [field, current.statements[field]?.text ?? statements[field] ?? '']));
  const input = statementsInput.safeParse({ ...texts, authorId: owner.authorId, seen: current.seen });
  return input.success ? editOwnRecord(tx, owner, input.data) : { ok: false };
}

/** States one career list of the archive, if that list is empty. The other list remains. */
async function stateCareer(
  tx: Writer,
  actor: Actor,
  owner: Owner,
  { authorId, part, entries }: Extract<RecordChange, { kind: 'career' }>,
): StepResult {
  const current = await findOwnRecord(tx, actor, authorId);
  if (!current || current.career[part].length > 0) return { ok: false };
  return editCareer(tx, owner, { ...current.career, [part]: entries, authorId });
}

async function pinWorks(tx: Writer, owner: Owner, workIds: readonly string[]): StepResult {
  let isAnyPinned = false;
  for (const workId of workIds) {
    const outcome = await pinWork(tx, owner, { authorId: owner.authorId, workId, operation: 'pin' });
    isAnyPinned ||= outcome.ok;
  }
  return { ok: isAnyPinned };
}
