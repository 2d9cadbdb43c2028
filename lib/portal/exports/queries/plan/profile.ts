import {
  type CareerEntry,
  type CareerPart,
  careerField,
  careerInput,
  careerParts,
  parseCareer,
} from '#lib/catalog/statements/model/career.ts';
import { creditedWorkId, creditRoles, noteInput, parseNotes, parseRoles } from '#lib/catalog/statements/model/contributions.ts';
import { worksOfAuthor } from '#lib/governance/identity/queries/records.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { PortableRecord } from '../../model/portable.ts';
import type { RecordPlan } from '../../model/preview.ts';
import { matchingWorks } from '../matches.ts';
import { type CurrentState, differenceReason } from './current-state.ts';

type WorkIdLookup = (id: string) => string | undefined;
interface PlanContext {
  plan: RecordPlan;
  current: CurrentState;
}

const invalidReason = 'It does not fit the form of this instance. Write it on the profile’s page.';
const counted = (count: number, one: string, many: string): string => (count === 1 ? `one ${one}` : `${count} ${many}`);

/** Plans positions, education, photo, notes on pinned works, and contributor roles, if none are stated here. */
export async function planProfile(reader: Reader, plan: RecordPlan, record: PortableRecord, current: CurrentState): Promise<void> {
  const context = { plan, current: current };
  const { statements } = record;
  const workIdOf = await worksOfRecord(reader, record, current);
  for (const part of careerParts) {
    const value = statements.find(({ field }) => field === part)?.value;
    if (value !== undefined) planCareer(context, part, value);
  }
  const photo = statements.find(({ field }) => field === 'photo')?.value;
  if (photo !== undefined) planPhoto(context, photo);
  const notes = statements.find(({ field }) => field === 'notes')?.value;
  if (notes !== undefined) planNotes(context, parseNotes(notes), workIdOf);
  for (const { field, value } of statements) {
    const id = creditedWorkId(field);
    if (id !== null) planCredit(context, workIdOf(id), value);
  }
}

async function worksOfRecord(reader: Reader, { works, statements }: PortableRecord, current: CurrentState): Promise<WorkIdLookup> {
  const notes = parseNotes(statements.find(({ field }) => field === 'notes')?.value ?? '');
  const requestedIds = new Set([...Object.keys(notes), ...statements.flatMap(({ field }) => creditedWorkId(field) ?? [])]);
  if (requestedIds.size === 0) return () => undefined;
  const requestedWorks = works.filter(({ id }) => requestedIds.has(id));
  const keysOf = await matchingWorks(reader, requestedWorks);
  const ownWorkIds = new Map((await worksOfAuthor(reader, current.key)).map(({ key, id }) => [key, id]));
  const ownKeyOf = (id: string) =>
    (keysOf.get(id) ?? []).find((key) => ownWorkIds.has(key) && current.opinions.get(key)?.value !== 'not_mine');
  return (id) => ownWorkIds.get(ownKeyOf(id) ?? 0);
}

const entryKeyOf = ({ title, place, from, to }: CareerEntry): string => JSON.stringify([title, place, from, to]);
const labels: Record<CareerPart, [one: string, many: string]> = { positions: ['position', 'positions'], education: ['degree', 'degrees'] };

function planCareer({ plan, current }: PlanContext, part: CareerPart, value: string): void {
  const archived = parseCareer(value);
  const form = Object.fromEntries(
    archived.flatMap((entry, index) =>
      (['title', 'place', 'from', 'to'] as const).map((field) => [careerField(part, index, field), entry[field] ?? '']),
    ),
  );
  const entries = careerInput.safeParse({ ...form, authorId: current.id }).data?.[part] ?? [];
  const detail = counted(entries.length, ...labels[part]);
  const line = { name: current.name, path: current.path, detail };
  const existing = current.career.get(part);
  if (entries.length === 0) plan.notImported.push({ ...line, detail: labels[part][1], why: invalidReason });
  else if (existing && existing.value.map(entryKeyOf).join() === entries.map(entryKeyOf).join()) plan.presentCount += 1;
  else if (existing)
    plan.notImported.push({ ...line, why: differenceReason(counted(existing.value.length, ...labels[part]), existing.by) });
  else {
    plan.toImport.push({ step: { kind: 'career', authorId: current.id, part, entries }, line });
    current.career.set(part, { value: entries, by: 'archive' });
  }
}

function planPhoto({ plan, current }: PlanContext, jpeg: string): void {
  const line = { name: current.name, path: current.path, detail: 'a photo' };
  if (jpeg === '') plan.notImported.push({ ...line, why: 'It cannot be read as a photo. Upload it on the profile’s page.' });
  else if (current.photo?.value === jpeg) plan.presentCount += 1;
  else if (current.photo) plan.notImported.push({ ...line, why: differenceReason('another photo', current.photo.by) });
  else {
    plan.toImport.push({ step: { kind: 'photo', authorId: current.id, jpeg }, line });
    current.photo = { value: jpeg, by: 'archive' };
  }
}

function planNotes({ plan, current }: PlanContext, notes: Record<string, string>, workIdOf: WorkIdLookup): void {
  for (const [id, text] of Object.entries(notes)) {
    const workId = workIdOf(id);
    const input = noteInput.safeParse({ authorId: current.id, workId, note: text });
    const note = input.data?.note ?? '';
    const line = { name: current.name, path: current.path, detail: `beside a pinned work: ${note || text.slice(0, 80)}` };
    const existing = workId === undefined ? undefined : current.notes.get(workId);
    if (workId === undefined || !current.pinned.has(workId)) plan.notImported.push({ ...line, why: 'The work is not pinned here.' });
    else if (note === '') plan.notImported.push({ ...line, why: invalidReason });
    else if (existing?.value === note) plan.presentCount += 1;
    else if (existing) plan.notImported.push({ ...line, why: differenceReason(`“${existing.value}”`, existing.by) });
    else {
      plan.toImport.push({ step: { kind: 'note', authorId: current.id, workId, note }, line });
      current.notes.set(workId, { value: note, by: 'archive' });
    }
  }
}

function planCredit({ plan, current }: PlanContext, workId: string | undefined, value: string): void {
  const roles = parseRoles(value);
  const detail = `roles in a work: ${roles.map((role) => creditRoles[role]).join(', ')}`;
  const line = { name: current.name, path: workId === undefined ? current.path : `/works/${workId}`, detail };
  if (roles.length === 0) return;
  if (workId === undefined) {
    plan.notImported.push({ ...line, why: 'Not among the works of the profile here.' });
    return;
  }
  const existing = current.credits.get(workId);
  if (existing?.value.join() === roles.join()) plan.presentCount += 1;
  else if (existing)
    plan.notImported.push({ ...line, why: differenceReason(existing.value.map((role) => creditRoles[role]).join(', '), existing.by) });
  else {
    plan.toImport.push({ step: { kind: 'credit', authorId: current.id, workId, roles }, line });
    current.credits.set(workId, { value: roles, by: 'archive' });
  }
}
