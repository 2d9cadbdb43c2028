import { eq } from 'drizzle-orm';
import type { Actor } from '../../../auth/actor.ts';
import { recordsOf } from '../../../claims/queries/records.ts';
import { authorshipOpinions } from '../../../db/schema/identity.ts';
import type { Reader } from '../../../db/store.ts';
import { type Opinion, opinions } from '../../../identity/model/opinions.ts';
import { worksOn } from '../../../identity/queries/records.ts';
import { type Availability, mostMonthly, takenFrom } from '../../../invitations/model/availability.ts';
import { type Purpose, purposeIds } from '../../../invitations/model/purposes.ts';
import type { PortableRecord } from '../../model/portable.ts';
import { nothingPlanned, type Planned, type PreviewLine } from '../../model/preview.ts';
import { matchesOf, worksHere } from '../matches.ts';
import { planStatements, type StatementDeed } from './statements.ts';

type Said = Pick<Availability, 'open' | 'purposes' | 'note' | 'from' | 'monthly'>;

export type RecordDeed =
  | { is: 'opinions'; authorId: string; said: Map<string, Opinion> }
  | { is: 'availability'; authorId: string; said: Said }
  | { is: 'indicators'; authorId: string; hidden: boolean }
  | StatementDeed;

const toClaim = 'Claim it here first; then take the copy in again, and what you have said of it comes along.';

/**
 * What the account has said of records that it owned there and owns here: records that it does not own (yet) stay as they are, with the
 * way to claim them. The copy can be taken in again at any time.
 */
export async function planRecords(reader: Reader, actor: Actor, records: readonly PortableRecord[]): Promise<Planned<RecordDeed>> {
  const plan = nothingPlanned<RecordDeed>();
  const theirs = records.filter(({ owned }) => owned);
  const matches = await matchesOf(
    reader,
    actor,
    theirs.map((record) => ({ ...record, works: record.works.slice(0, 50) })),
  );
  const owned = new Map((await recordsOf(reader, actor)).map((record) => [record.id, record]));
  for (const [at, match] of matches.entries()) {
    const record = theirs[at];
    if (!record) continue;
    const name = record.name ?? 'A record of yours';
    if (match.is === 'one' && owned.has(match.record.id)) {
      await planRecord(reader, plan, record, { key: match.record.key, now: owned.get(match.record.id) });
      const said = await planStatements(reader, actor, record, match.record);
      plan.take.push(...said.take);
      plan.left.push(...said.left);
      plan.already += said.already;
    } else if (match.is === 'one') {
      plan.left.push({
        name,
        path: `/claim/${match.record.slug}`,
        says: match.record.name === name ? null : match.record.name,
        why: toClaim,
      });
    } else {
      const [first] = match.is === 'several' ? match.records : [];
      const path = first ? `/claim/${first.slug}` : record.name && `/search?q=${encodeURIComponent(record.name)}&kind=people`;
      const why = first ? `Several records here fit. ${toClaim}` : `No record here has its identifiers or works. ${toClaim}`;
      plan.left.push({ name, path, says: null, why });
    }
  }
  return plan;
}

type Owned = Awaited<ReturnType<typeof recordsOf>>[number];

async function planRecord(
  reader: Reader,
  plan: Planned<RecordDeed>,
  record: PortableRecord,
  { key, now }: { key: number; now: Owned | undefined },
): Promise<void> {
  if (!now) return;
  const line = (says: string): PreviewLine => ({ name: now.name, path: `/authors/${now.slug}`, says });
  const said = await opinionsHere(reader, key, record);
  plan.already += said.same;
  if (said.differ.size > 0) {
    const deed = { is: 'opinions' as const, authorId: now.id, said: said.differ };
    plan.take.push({ deed, line: line(`what you say of ${said.differ.size === 1 ? 'one work' : `${said.differ.size} works`}`) });
  }
  const wanted = saidOf(record.availability);
  if (wanted) {
    if (isSame(wanted, now.availability)) plan.already += 1;
    else
      plan.take.push({
        deed: { is: 'availability', authorId: now.id, said: wanted },
        line: line(wanted.open ? 'open to invitations' : 'not open to invitations'),
      });
  }
  if (record.indicatorsHidden && !now.indicatorsHidden) {
    plan.take.push({ deed: { is: 'indicators', authorId: now.id, hidden: true }, line: line('indicators hidden') });
  } else if (record.indicatorsHidden) plan.already += 1;
}

/** What was said of works that stand on the record here, where it is not said already. */
async function opinionsHere(
  reader: Reader,
  key: number,
  { works }: PortableRecord,
): Promise<{ differ: Map<string, Opinion>; same: number }> {
  const told = works.flatMap((work) => {
    const opinion = opinions.find((each) => each === work.opinion);
    return opinion ? [{ work, opinion }] : [];
  });
  const differ = new Map<string, Opinion>();
  if (told.length === 0) return { differ, same: 0 };
  const on = new Map((await worksOn(reader, key)).map((work) => [work.key, work.id]));
  const here = await worksHere(
    reader,
    told.map(({ work }) => work),
  );
  const rows = await reader.select().from(authorshipOpinions).where(eq(authorshipOpinions.authorKey, key));
  const now = new Map(rows.map(({ workKey, opinion }) => [workKey, opinion]));
  let same = 0;
  for (const { work, opinion } of told) {
    for (const workKey of here.get(work.id) ?? []) {
      const id = on.get(workKey);
      if (id === undefined) continue;
      if (now.get(workKey) === opinion) same += 1;
      else differ.set(id, opinion);
    }
  }
  return { differ, same };
}

const isPurpose = (word: string): word is Purpose => purposeIds.some((each) => each === word);

/** An availability as this instance keeps one: purposes that it does not know fall away, and with the last of them the openness. */
function saidOf(stored: PortableRecord['availability']): Said | null {
  if (!stored) return null;
  const purposes = stored.purposes.filter(isPurpose);
  const open = stored.open && purposes.length > 0;
  if (!open) return { open: false, purposes: [] };
  const from = Object.keys(takenFrom).find((each) => each === stored.from) as Said['from'];
  const monthly = stored.monthly && stored.monthly >= 1 && stored.monthly <= mostMonthly ? stored.monthly : null;
  return { open, purposes, note: stored.note?.slice(0, 300), from: from ?? 'anybody', monthly };
}

const isSame = (wanted: Said, now: Owned['availability']): boolean =>
  now !== null &&
  wanted.open === now.open &&
  (!wanted.open ||
    ([...wanted.purposes].sort().join() === [...now.purposes].sort().join() &&
      (wanted.note ?? '') === (now.note ?? '') &&
      wanted.from === now.from &&
      (wanted.monthly ?? null) === now.monthly));
