import { refusals } from '#lib/portal/refusals.ts';
import { type ActionRow, actionRows, type ExpectedCode } from './actions.ts';
import { type Answer as Came, type Fields, wordOf } from './ask.ts';
import { changedIn, type Watch } from './database.ts';
import type { FoundAction } from './found.ts';
import { nobody, type Role, roles } from './roles.ts';
import { routeRows } from './routes.ts';
import { each, type Ground, isPostgres, leaks } from './tries.ts';

/** Server actions, each called by each role: with the object of the row, with nobody's, and with what is no object. */
type Found = Omit<FoundAction, 'id'> & { id: string | null };
type Watched = Ground & { watch: Watch };

/** What is missing in the rows, as sentences that say what to add. */
export function actionsWithoutRow(found: readonly Found[]): string[] {
  // What no page uses is not in the build, and cannot be called.
  const without = found.filter(({ id, name }) => id !== null && !(name in actionRows));
  const gone = Object.keys(actionRows).filter((name) => !found.some((action) => action.name === name));
  return [
    ...without.map(({ name }) => `${name} has no row: add one to tests/e2e/matrix/actions.ts (how is said at its head).`),
    ...gone.map((name) => `${name} is no action any more: take its row away.`),
  ];
}

/** A page that an action can be called through: one whose address needs nothing, else one of a record that is there. */
function pageOf(ground: Ground, { pages }: FoundAction): string {
  const plain = pages.find((page) => !page.includes('[') && page in routeRows);
  if (plain) return plain;
  const row = pages.map((page) => routeRows[page]).find((found) => found !== undefined);
  return Object.values(row?.paths(ground.world) ?? {})[0] ?? '/';
}

const wanted = ({ answers }: ActionRow, role: Role): ExpectedCode => {
  if (typeof answers === 'string') return role === 'anonymous' ? 'not_signed_in' : answers;
  return answers[role] ?? (role === 'anonymous' ? 'not_signed_in' : answers.else);
};

const unknownOf = (row: ActionRow, role: Role): ExpectedCode => {
  if (role === 'anonymous' && (typeof row.answers === 'string' || !row.answers.anonymous)) return 'not_signed_in';
  const words = row.unknown ?? (typeof row.answers === 'string' ? row.answers : row.answers.else);
  return typeof words === 'string' ? words : (words[role] ?? words.else);
};

const closed = (word: string): boolean => Object.hasOwn(refusals, word);

/** Values that are no id: missing, empty, far too long, a list, Unicode marks, a file. PostgreSQL differs in the first, whose NUL it refuses. */
const malformed: readonly { label: string; value: Fields[string] | undefined }[] = [
  { label: 'with control characters', value: 'abc\u0000\u202e' },
  ...(isPostgres
    ? []
    : [
        { label: 'far too long', value: 'x'.repeat(5_000) },
        { label: 'of another language', value: "0' or '1'='1" },
        { label: 'missing', value: undefined },
        { label: 'empty', value: '' },
        { label: 'a list', value: [nobody, nobody] },
      ]),
];

const withField = (fields: Fields, name: string, value: Fields[string] | undefined): Fields => {
  const { [name]: _, ...rest } = fields;
  return value === undefined ? rest : { ...rest, [name]: value };
};

/**
 * One role for each pair of answers, for an existing and for an unknown object: anonymous, and the first member that gets them. These are
 * enough for malformed values, which are rejected before the role is read.
 */
const representatives = (row: ActionRow): Role[] => {
  const answers = (role: Role) => `${wanted(row, role)} ${unknownOf(row, role)}`;
  const members = roles.filter((role) => role !== 'anonymous');
  return ['anonymous', ...members.filter((role) => members.find((other) => answers(other) === answers(role)) === role)];
};

const allowed = (row: ActionRow): Role[] => roles.filter((role) => wanted(row, role) === 'done');

/** The one who calls an action on PostgreSQL: the first who may. */
const caller = (row: ActionRow): Role => allowed(row)[0] ?? 'admin';

interface Call {
  role: Role;
  fields: Fields;
  as: string;
  /** What is to be said; null where any refusal of the closed set will do. */
  want: ExpectedCode | null;
}

/** Every call of a row that must change nothing. */
function refusedCalls(row: ActionRow, { world }: Ground): Call[] {
  const fields = row.fields(world);
  const objects = [...new Set([...(row.objects ?? []), ...(row.records ?? [])])];
  const chosen = representatives(row);
  return (isPostgres ? [caller(row)] : roles).flatMap((role) => {
    const own: Call[] = wanted(row, role) === 'done' ? [] : [{ role, fields, as: 'as it is', want: wanted(row, role) }];
    const others = objects.flatMap((name): Call[] => {
      const isRecord = row.records?.includes(name) ?? false;
      const isOwn = name in fields;
      const unknown = isOwn ? unknownOf(row, role) : null;
      return [
        { role, fields: withField(fields, name, nobody), as: `${name}: nobody's`, want: unknown },
        ...(isRecord && isOwn
          ? [{ role, fields: withField(fields, name, world.records.suppressed.id), as: `${name}: suppressed`, want: unknown }]
          : []),
        ...(isOwn && (isPostgres || chosen.includes(role))
          ? malformed.map(({ label, value }) => ({ role, fields: withField(fields, name, value), as: `${name}: ${label}`, want: null }))
          : []),
      ];
    });
    return [...own, ...others];
  });
}

/** An answer without what was sent, so that two can be compared to the letter. */
const bare = ({ text, status }: Came): string => `${status} ${text.replace(/"typed":\{.*\}/, '').replace(/"b":"[^"]*"/, '')}`;

/** An action that the build has, with its row. */
interface Tried {
  name: string;
  action: FoundAction;
  row: ActionRow;
}

/** Every call that must be refused, and what the database is afterwards. */
async function tryRefused(ground: Watched, tried: readonly Tried[]): Promise<string[]> {
  const before = await ground.watch.digests();
  const faults: string[] = [];
  for (const one of tried) {
    await ground.watch.resetChangeLimit();
    faults.push(...(await refusedFaults(ground, one)));
  }
  const changed = changedIn(before, await ground.watch.digests());
  const names = tried.length === 1 ? tried[0]?.name : 'One of the actions';
  return changed.length > 0 ? [...faults, `${names} was refused, and changed ${changed.join(', ')}`] : faults;
}

async function refusedFaults(ground: Ground, { name, action, row }: Tried): Promise<string[]> {
  const page = pageOf(ground, action);
  const answers = new Map<string, string>();
  const faults = await each(refusedCalls(row, ground), async ({ role, fields, as, want }) => {
    const came = await ground.asker.call(role, action, page, fields);
    const word = wordOf(came);
    answers.set(`${role} ${as}`, bare(came));
    const at = `${name} for ${role} (${as})`;
    const told = leaks(ground, role, came).map((text) => `${at} tells of ${text}`);
    if (want !== null && word !== want) return [`${at}: ${word}, not ${want}`, ...told];
    if (want === null && !closed(word)) return [`${at}: ${word}, not a refusal`, ...told];
    return told;
  });
  for (const field of row.objects ?? []) {
    for (const role of roles) {
      const [theirs, none] = [answers.get(`${role} as it is`), answers.get(`${role} ${field}: nobody's`)];
      const isStranger = wanted(row, role) === unknownOf(row, role);
      if (isStranger && theirs !== undefined && none !== undefined && theirs !== none)
        faults.push(`${name} tells ${role} another's ${field} from one that is not there:\n  ${theirs}\n  ${none}`);
    }
  }
  return faults;
}

/** How a browser tells that a form comes from elsewhere. */
const foreign: readonly Record<string, string>[] = [
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { 'Sec-Fetch-Site': 'cross-site' },
];

async function tryForeign(ground: Watched, { name, action, row }: Tried): Promise<string[]> {
  const page = pageOf(ground, action);
  const before = await ground.watch.digests();
  const fields = row.fields(ground.world);
  // The origin of a request is checked before its session: one role that is allowed the action is enough.
  const role = roles.findLast((each) => wanted(row, each) === 'done') ?? 'admin';
  const ways = foreign.flatMap((more) => (['call', 'submit'] as const).map((way) => ({ more, way })));
  const faults = await each(ways, async ({ more, way }) => {
    const came = await ground.asker[way](role, action, page, fields, more);
    return came.status === 403 ? [] : [`${name} by ${way} for ${role} with ${JSON.stringify(more)}: ${came.status}, not 403`];
  });
  const changed = changedIn(before, await ground.watch.digests());
  return changed.length > 0 ? [...faults, `${name} came from another site, and changed ${changed.join(', ')}`] : faults;
}

/** Anyone who may does it, one after another; where tables are compared next, the jobs that follow are waited for. */
async function tryDone(ground: Watched, { name, action, row }: Tried): Promise<string[]> {
  const faults: string[] = [];
  await ground.watch.resetChangeLimit();
  const callers = allowed(row).slice(0, isPostgres ? 1 : roles.length);
  for (const [at, role] of callers.entries()) {
    const want = at > 0 && row.others ? row.others : 'done';
    const came = await ground.asker.call(role, action, pageOf(ground, action), row.fields(ground.world));
    const word = wordOf(came);
    if (word !== want) faults.push(`${name} for ${role}: ${word}, not ${want}`);
    faults.push(...leaks(ground, role, came).map((text) => `${name} tells ${role} of ${text}`));
  }
  if (!isPostgres) await ground.watch.quiet();
  return faults;
}

export async function tryActions(ground: Watched, found: readonly Found[]): Promise<string[]> {
  const faults: string[] = [];
  await ground.watch.quiet();
  const tried = Object.entries(actionRows).flatMap(([name, row]): Tried[] => {
    const action = found.find((each) => each.name === name);
    return action?.id ? [{ name, row, action: { ...action, id: action.id } }] : [];
  });
  // Which action changes what it must not is found on SQLite. On PostgreSQL all that is refused comes first: the tables are compared once.
  if (isPostgres) faults.push(...(await tryRefused(ground, tried)));
  for (const one of tried) {
    if (!isPostgres) faults.push(...(await tryRefused(ground, [one])), ...(await tryForeign(ground, one)));
    faults.push(...(await tryDone(ground, one)));
  }
  return faults;
}
