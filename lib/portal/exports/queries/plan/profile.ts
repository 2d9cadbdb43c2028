import {
  type CareerEntry,
  type CareerPart,
  careerField,
  careerIn,
  careerInput,
  careerParts,
} from '#lib/catalog/statements/model/career.ts';
import { creditedWork, creditRoles, noteInput, notesIn, rolesIn } from '#lib/catalog/statements/model/contributions.ts';
import { worksOn } from '#lib/governance/identity/queries/records.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { PortableRecord } from '../../model/portable.ts';
import type { RecordPlan } from '../../model/preview.ts';
import { worksHere } from '../matches.ts';
import { type CurrentState, whyOtherwise } from './standing.ts';

type Works = (id: string) => string | undefined;
interface Said {
  plan: RecordPlan;
  standing: CurrentState;
}

const noFit = 'It does not fit the form of this instance. Write it on the profile’s page.';
const counted = (count: number, one: string, many: string): string => (count === 1 ? `one ${one}` : `${count} ${many}`);

/**
 * Positions, education, photo, sentences beside pinned works, and roles in works, where nothing is said of them here.
 * @param workHere the work of the profile here that a work of the archive is
 */
export async function planProfile(reader: Reader, plan: RecordPlan, record: PortableRecord, standing: CurrentState): Promise<void> {
  const said = { plan, standing };
  const { statements } = record;
  const workHere = await worksOfRecord(reader, record, standing);
  for (const part of careerParts) {
    const value = statements.find(({ field }) => field === part)?.value;
    if (value !== undefined) planCareer(said, part, value);
  }
  const photo = statements.find(({ field }) => field === 'photo')?.value;
  if (photo !== undefined) planPhoto(said, photo);
  const notes = statements.find(({ field }) => field === 'notes')?.value;
  if (notes !== undefined) planNotes(said, notesIn(notes), workHere);
  for (const { field, value } of statements) {
    const id = creditedWork(field);
    if (id !== null) planCredit(said, workHere(id), value);
  }
}

async function worksOfRecord(reader: Reader, { works, statements }: PortableRecord, standing: CurrentState): Promise<Works> {
  const notes = notesIn(statements.find(({ field }) => field === 'notes')?.value ?? '');
  const asked = new Set([...Object.keys(notes), ...statements.flatMap(({ field }) => creditedWork(field) ?? [])]);
  if (asked.size === 0) return () => undefined;
  const named = works.filter(({ id }) => asked.has(id));
  const here = await worksHere(reader, named);
  const on = new Map((await worksOn(reader, standing.key)).map(({ key, id }) => [key, id]));
  const found = (id: string) => (here.get(id) ?? []).find((key) => on.has(key) && standing.opinions.get(key)?.is !== 'not_mine');
  return (id) => on.get(found(id) ?? 0);
}

const wordsOf = ({ title, place, from, to }: CareerEntry): string => JSON.stringify([title, place, from, to]);
const labels: Record<CareerPart, [one: string, many: string]> = { positions: ['position', 'positions'], education: ['degree', 'degrees'] };

function planCareer({ plan, standing }: Said, part: CareerPart, value: string): void {
  const written = careerIn(value);
  const form = Object.fromEntries(
    written.flatMap((entry, at) => (['title', 'place', 'from', 'to'] as const).map((of) => [careerField(part, at, of), entry[of] ?? ''])),
  );
  const entries = careerInput.safeParse({ ...form, authorId: standing.id }).data?.[part] ?? [];
  const says = counted(entries.length, ...labels[part]);
  const line = { name: standing.name, path: standing.path, says };
  const now = standing.career.get(part);
  if (entries.length === 0) plan.left.push({ ...line, says: labels[part][1], why: noFit });
  else if (now && now.is.map(wordsOf).join() === entries.map(wordsOf).join()) plan.already += 1;
  else if (now) plan.left.push({ ...line, why: whyOtherwise(counted(now.is.length, ...labels[part]), now.by) });
  else {
    plan.take.push({ deed: { is: 'career', authorId: standing.id, part, entries }, line });
    standing.career.set(part, { is: entries, by: 'archive' });
  }
}

function planPhoto({ plan, standing }: Said, jpeg: string): void {
  const line = { name: standing.name, path: standing.path, says: 'a photo' };
  if (jpeg === '') plan.left.push({ ...line, why: 'It cannot be read as a photo. Upload it on the profile’s page.' });
  else if (standing.photo?.is === jpeg) plan.already += 1;
  else if (standing.photo) plan.left.push({ ...line, why: whyOtherwise('another photo', standing.photo.by) });
  else {
    plan.take.push({ deed: { is: 'photo', authorId: standing.id, jpeg }, line });
    standing.photo = { is: jpeg, by: 'archive' };
  }
}

function planNotes({ plan, standing }: Said, notes: Record<string, string>, workHere: Works): void {
  for (const [id, text] of Object.entries(notes)) {
    const workId = workHere(id);
    const input = noteInput.safeParse({ authorId: standing.id, workId, note: text });
    const note = input.data?.note ?? '';
    const line = { name: standing.name, path: standing.path, says: `beside a pinned work: ${note || text.slice(0, 80)}` };
    const now = workId === undefined ? undefined : standing.notes.get(workId);
    if (workId === undefined || !standing.pinned.has(workId)) plan.left.push({ ...line, why: 'The work is not shown first here.' });
    else if (note === '') plan.left.push({ ...line, why: noFit });
    else if (now?.is === note) plan.already += 1;
    else if (now) plan.left.push({ ...line, why: whyOtherwise(`“${now.is}”`, now.by) });
    else {
      plan.take.push({ deed: { is: 'note', authorId: standing.id, workId, note }, line });
      standing.notes.set(workId, { is: note, by: 'archive' });
    }
  }
}

function planCredit({ plan, standing }: Said, workId: string | undefined, value: string): void {
  const roles = rolesIn(value);
  const says = `roles in a work: ${roles.map((role) => creditRoles[role]).join(', ')}`;
  const line = { name: standing.name, path: workId === undefined ? standing.path : `/works/${workId}`, says };
  if (roles.length === 0) return;
  if (workId === undefined) {
    plan.left.push({ ...line, why: 'Not among the works of the profile here.' });
    return;
  }
  const now = standing.credits.get(workId);
  if (now?.is.join() === roles.join()) plan.already += 1;
  else if (now) plan.left.push({ ...line, why: whyOtherwise(now.is.map((role) => creditRoles[role]).join(', '), now.by) });
  else {
    plan.take.push({ deed: { is: 'credit', authorId: standing.id, workId, roles }, line });
    standing.credits.set(workId, { is: roles, by: 'archive' });
  }
}
