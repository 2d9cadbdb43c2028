import type { Actor } from '../../../auth/actor.ts';
import type { Reader } from '../../../db/store.ts';
import { worksOn } from '../../../identity/queries/records.ts';
import {
  hiddenFields,
  hideable,
  mostPinned,
  type OwnRecord,
  type Privacy,
  pinnedIn,
  privacyIn,
  type StatedField,
  statedFields,
  wordsInput,
} from '../../../statements/model.ts';
import { ownRecord } from '../../../statements/queries.ts';
import type { Candidate } from '../../model/matching.ts';
import type { PortableRecord } from '../../model/portable.ts';
import { nothingPlanned, type Planned } from '../../model/preview.ts';
import { worksHere } from '../matches.ts';

export type StatementDeed =
  | { is: 'words'; authorId: string; said: Partial<Record<StatedField, string>> }
  | { is: 'pins'; authorId: string; workIds: string[] }
  | { is: 'privacy'; authorId: string; privacy: Privacy };

const fieldWords: Record<StatedField, string> = {
  name: 'name',
  role: 'role',
  affiliation: 'affiliation',
  biography: 'biography',
  homepage: 'home page',
};

const excerpt = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

/** What the owner says of themselves, shows first and keeps back, where they say otherwise here. */
export async function planStatements(
  reader: Reader,
  actor: Actor,
  record: PortableRecord,
  { id, key, slug }: Candidate,
): Promise<Planned<StatementDeed>> {
  const plan = nothingPlanned<StatementDeed>();
  const now = await ownRecord(reader, actor, id);
  if (!now) return plan;
  const line = (says: string) => ({ name: now.name, path: `/authors/${slug}`, says });
  for (const { field, value } of record.statements) {
    const stated = statedFields.find((each) => each === field);
    if (stated) planWord(plan, now, stated, value, line);
    else if (field === 'pinned') await planPins(reader, plan, record, { now, key, ids: pinnedIn(value) }, line);
    else if (field === 'privacy') planPrivacy(plan, now, privacyIn(value), line);
  }
  return plan;
}

type Line = (says: string) => { name: string; path: string; says: string };

function planWord(plan: Planned<StatementDeed>, now: OwnRecord, field: StatedField, value: string, line: Line): void {
  const read = wordsInput.safeParse({ authorId: now.id, [field]: value });
  const text = read.data?.[field] ?? '';
  const says = `${fieldWords[field]}: ${excerpt(text || value)}`;
  if (text === '') plan.left.push({ ...line(says), why: 'It does not fit the form of this instance. Write it on the record’s page.' });
  else if (now.said[field]?.text === text) plan.already += 1;
  else plan.take.push({ deed: { is: 'words', authorId: now.id, said: { [field]: text } }, line: line(says) });
}

interface Pins {
  now: OwnRecord;
  key: number;
  ids: readonly string[];
}

/** Works shown first, by what they are here; those that are not on the record here are left out. */
async function planPins(
  reader: Reader,
  plan: Planned<StatementDeed>,
  { works }: PortableRecord,
  { now, key, ids }: Pins,
  line: Line,
): Promise<void> {
  const wanted = ids.flatMap((id) => works.find((work) => work.id === id) ?? []);
  const here = await worksHere(reader, wanted);
  const on = new Map((await worksOn(reader, key)).map((work) => [work.key, work.id]));
  const pinned = new Set(now.pinned.map(({ id }) => id));
  const found = wanted.flatMap(({ id }) => (here.get(id) ?? []).flatMap((workKey) => on.get(workKey) ?? []));
  plan.already += found.filter((id) => pinned.has(id)).length;
  const workIds = [...new Set(found.filter((id) => !pinned.has(id)))].slice(0, Math.max(0, mostPinned - pinned.size));
  if (workIds.length === 0) return;
  const says = workIds.length === 1 ? 'one work shown first' : `${workIds.length} works shown first`;
  plan.take.push({ deed: { is: 'pins', authorId: now.id, workIds }, line: line(says) });
}

/** A copy adds to what is kept back here, and uncovers nothing: it may be old, or made for another record. */
function planPrivacy(plan: Planned<StatementDeed>, now: OwnRecord, copied: Privacy | null, line: Line): void {
  if (!copied) return;
  const added = hiddenFields.filter((field) => copied.hidden.includes(field) && !now.privacy.hidden.includes(field));
  const unlisted = now.privacy.indexed && !copied.indexed;
  if (added.length === 0 && !unlisted) {
    plan.already += 1;
    return;
  }
  const privacy = { hidden: [...now.privacy.hidden, ...added].sort(), indexed: now.privacy.indexed && copied.indexed };
  const words = [...added.map((field) => hideable[field].label), ...(unlisted ? ['not for search engines'] : [])];
  plan.take.push({
    deed: { is: 'privacy', authorId: now.id, privacy },
    line: line(`kept from public pages: ${words.join(', ')}`),
  });
}
