import { ownedRecordsOf } from '#lib/catalog/ownership/queries/ownership.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { PortableRecord } from '../../model/portable.ts';
import { emptyPlan, type RecordChange, type RecordPlan } from '../../model/preview.ts';
import type { Match } from '../../model/record-matching.ts';
import { matchesOf } from '../matches.ts';
import { type CurrentState, currentStateOf } from './current-state.ts';
import { planAvailability } from './invitations.ts';
import { planOpinions } from './opinions.ts';
import { planProfile } from './profile.ts';
import { planStatements } from './statements.ts';

const claimFirst = 'Claim it here first. Then import the archive again to import your statements.';

/**
 * Plans the account's statements on records that it owned there and owns here, if nothing is stated here; existing statements remain.
 * Records that it does not own here are left unchanged, with a link to claim them. The archive can be imported again at any time.
 */
export async function planRecords(reader: Reader, actor: Actor, records: readonly PortableRecord[]): Promise<RecordPlan> {
  const plan = emptyPlan<RecordChange>();
  const ownedRecords = records.filter(({ owned }) => owned);
  const people = ownedRecords.map((record) => ({ ...record, works: record.works.slice(0, 50) }));
  const matches = await matchesOf(reader, actor, people);
  const owned = new Map((await ownedRecordsOf(reader, actor)).map((record) => [record.id, record]));
  const stateByRecord = new Map<string, CurrentState | null>();
  for (const [at, match] of matches.entries()) {
    const record = ownedRecords[at];
    if (!record) continue;
    const ownRecord = match.kind === 'one' ? owned.get(match.record.id) : undefined;
    if (match.kind !== 'one' || !ownRecord) {
      excludeUnclaimed(plan, record, match);
      continue;
    }
    const current = stateByRecord.has(ownRecord.id)
      ? stateByRecord.get(ownRecord.id)
      : await currentStateOf(reader, actor, ownRecord, match.record);
    stateByRecord.set(ownRecord.id, current ?? null);
    if (current) await planRecord(reader, plan, record, current);
  }
  return plan;
}

function excludeUnclaimed(plan: RecordPlan, record: PortableRecord, match: Match): void {
  const name = record.name ?? 'Your profile';
  if (match.kind === 'one') {
    const detail = match.record.name === name ? null : match.record.name;
    plan.notImported.push({ name, path: `/claim/${match.record.slug}`, detail, why: claimFirst });
    return;
  }
  const [first] = match.kind === 'several' ? match.records : [];
  const path = first ? `/claim/${first.slug}` : record.name && `/search?q=${encodeURIComponent(record.name)}&kind=people`;
  const why = first ? `Several profiles here fit. ${claimFirst}` : `No profile here has its identifiers or works. ${claimFirst}`;
  plan.notImported.push({ name, path, detail: null, why });
}

async function planRecord(reader: Reader, plan: RecordPlan, record: PortableRecord, current: CurrentState): Promise<void> {
  await planOpinions(reader, plan, record, current);
  planAvailability(plan, record, current);
  planIndicators(plan, record, current);
  await planStatements(reader, plan, record, current);
  await planProfile(reader, plan, record, current);
}

/** An archive hides indicators that are shown here, and never shows hidden ones. */
function planIndicators(plan: RecordPlan, { indicatorsHidden }: PortableRecord, current: CurrentState): void {
  if (!indicatorsHidden) return;
  if (current.indicatorsHidden) {
    plan.presentCount += 1;
    return;
  }
  const line = { name: current.name, path: current.path, detail: 'indicators hidden' };
  plan.toImport.push({ step: { kind: 'indicators', authorId: current.id, hidden: true }, line });
  current.indicatorsHidden = true;
}
