import { hideableFields } from '#lib/catalog/statements/model/hidden-fields.ts';
import {
  hiddenFieldsOf,
  isHidden,
  maxPinned,
  type Privacy,
  parsePinned,
  parsePrivacy,
  type StatedField,
  statedFields,
  statementsInput,
} from '#lib/catalog/statements/model/statement.ts';
import { ownWorks } from '#lib/catalog/statements/queries/works.ts';
import { worksOfAuthor } from '#lib/governance/identity/queries/records.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { PortableRecord } from '../../model/portable.ts';
import type { RecordPlan } from '../../model/preview.ts';
import { matchingWorks } from '../matches.ts';
import { type CurrentState, differenceReason } from './current-state.ts';

const fieldLabels: Record<StatedField, string> = {
  name: 'name',
  role: 'role',
  affiliation: 'affiliation',
  biography: 'biography',
  homepage: 'home page',
  links: 'other pages',
  pronouns: 'pronouns',
  pronunciation: 'pronunciation',
  languages: 'languages',
};

const excerpt = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
const lineOf = ({ name, path }: CurrentState, detail: string) => ({ name, path, detail });

/** Plans statements, pinned works and hidden fields, if none are stated here. */
export async function planStatements(reader: Reader, plan: RecordPlan, record: PortableRecord, current: CurrentState): Promise<void> {
  for (const { field, value } of record.statements) {
    const stated = statedFields.find((each) => each === field);
    if (stated) planStatement(plan, current, stated, value);
    else if (field === 'pinned') await planPins(reader, plan, record, current, parsePinned(value));
    else if (field === 'privacy') planPrivacy(plan, current, parsePrivacy(value));
  }
}

function planStatement(plan: RecordPlan, current: CurrentState, field: StatedField, value: string): void {
  const parsed = statementsInput.safeParse({ authorId: current.id, [field]: value });
  const text = parsed.data?.[field] ?? '';
  const existing = current.statements.get(field);
  const line = lineOf(current, `${fieldLabels[field]}: ${excerpt(text || value)}`);
  if (text === '') plan.notImported.push({ ...line, why: 'It does not fit the form of this instance. Write it on the profile’s page.' });
  else if (existing?.value === text) plan.presentCount += 1;
  else if (existing) plan.notImported.push({ ...line, why: differenceReason(`“${excerpt(existing.value)}”`, existing.by) });
  else {
    plan.toImport.push({ step: { kind: 'statements', authorId: current.id, statements: { [field]: text } }, line });
    current.statements.set(field, { value: text, by: 'archive' });
  }
}

const countPinned = (count: number): string => (count === 1 ? 'one work shown first' : `${count} works shown first`);

/** Plans pinned works, after those that are already pinned, up to the maximum. */
async function planPins(
  reader: Reader,
  plan: RecordPlan,
  { works }: PortableRecord,
  current: CurrentState,
  ids: readonly string[],
): Promise<void> {
  const pinned = ids.flatMap((id) => works.find((work) => work.id === id) ?? []);
  const keysOf = await matchingWorks(reader, pinned);
  const ownWorkIds = new Map((await worksOfAuthor(reader, current.key)).map(({ key, id }) => [key, id]));
  const ownKeys = pinned.map(({ id }) =>
    (keysOf.get(id) ?? []).find((key) => ownWorkIds.has(key) && current.opinions.get(key)?.value !== 'not_mine'),
  );
  const ownIds = ownKeys.flatMap((key) => ownWorkIds.get(key ?? 0) ?? []);
  const pinnableIds = await pinnable(reader, current.key, ownIds);
  const missingCount = ids.length - pinnableIds.length;
  const newIds = pinnableIds.filter((id) => !current.pinned.has(id));
  plan.presentCount += pinnableIds.length - newIds.length;
  const remainingPins = Math.max(0, maxPinned - current.pinned.size);
  const workIds = newIds.slice(0, remainingPins);
  if (workIds.length > 0) {
    plan.toImport.push({ step: { kind: 'pins', authorId: current.id, workIds }, line: lineOf(current, countPinned(workIds.length)) });
    for (const id of workIds) current.pinned.add(id);
  }
  const exclude = (count: number, why: string) => count > 0 && plan.notImported.push({ ...lineOf(current, countPinned(count)), why });
  exclude(newIds.length - workIds.length, `Up to ${maxPinned} works are shown first, and those that you show first here stay.`);
  exclude(missingCount, 'Not among the works of the profile here.');
}

/** Returns the works that can be pinned, in their order and without duplicates; works that the owner says are not theirs are excluded. */
async function pinnable(reader: Reader, key: number, ids: readonly string[]): Promise<string[]> {
  const ownIds = new Set((await ownWorks(reader, key, ids)).map(({ id }) => id));
  return [...new Set(ids)].filter((id) => ownIds.has(id));
}

/** An archive hides fields and never shows hidden ones, since it may be old or made for another record. */
function planPrivacy(plan: RecordPlan, current: CurrentState, imported: Privacy | null): void {
  if (!imported) return;
  const { privacy: now } = current;
  const addedFields = hiddenFieldsOf(imported).filter((field) => !isHidden(now, field));
  const becomesUnlisted = now.indexed && !imported.indexed;
  if (addedFields.length === 0 && !becomesUnlisted) {
    plan.presentCount += 1;
    return;
  }
  const privacy = { hidden: [...now.hidden, ...addedFields].sort(), indexed: now.indexed && imported.indexed };
  const changedLabels = [
    ...addedFields.map((field) => hideableFields[field].label),
    ...(becomesUnlisted ? ['not for search engines'] : []),
  ];
  plan.toImport.push({
    step: { kind: 'privacy', authorId: current.id, privacy },
    line: lineOf(current, `kept from public pages: ${changedLabels.join(', ')}`),
  });
  current.privacy = privacy;
}
