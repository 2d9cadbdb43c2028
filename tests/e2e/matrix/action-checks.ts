import { refusals } from '#lib/portal/refusals.ts';
import { type ActionRow, actionOfRow, actionRows, type ExpectedCode } from './actions.ts';
import { changedTables, type DatabaseWatch } from './database-watch.ts';
import type { DiscoveredAction } from './discovery.ts';
import { actionOutcome, type FormFields, type MatrixResponse } from './role-client.ts';
import { type Role, roles, unknownId } from './roles.ts';
import { collectFaults, isPostgres, leaks, type MatrixFixture } from './route-checks.ts';
import { routeRows } from './routes.ts';

/*
 * Calls each server action as each role: with the object of its row, with the id of no object, and with malformed ids.
 */

/** An action in the sources; its id is null if it is not in the build. */
type SourceAction = Omit<DiscoveredAction, 'id'> & { id: string | null };
type WatchedFixture = MatrixFixture & { watch: DatabaseWatch };

/** Returns the path of a page that an action can be called through; one without parameters is preferred. */
function pageOf(fixture: MatrixFixture, { pages }: DiscoveredAction): string {
  const plain = pages.find((page) => !page.includes('[') && page in routeRows);
  if (plain) return plain;
  const row = pages.map((page) => routeRows[page]).find((found) => found !== undefined);
  return Object.values(row?.paths(fixture.seed) ?? {})[0] ?? '/';
}

const expectedCode = ({ answers }: ActionRow, role: Role): ExpectedCode => {
  if (typeof answers === 'string') return role === 'anonymous' ? 'not_signed_in' : answers;
  return answers[role] ?? (role === 'anonymous' ? 'not_signed_in' : answers.else);
};

const expectedUnknownCode = (row: ActionRow, role: Role): ExpectedCode => {
  if (role === 'anonymous' && (typeof row.answers === 'string' || !row.answers.anonymous)) return 'not_signed_in';
  const codes = row.unknown ?? (typeof row.answers === 'string' ? row.answers : row.answers.else);
  return typeof codes === 'string' ? codes : (codes[role] ?? codes.else);
};

const isRefusalCode = (outcome: string): boolean => Object.hasOwn(refusals, outcome);

/** Values that are not ids. PostgreSQL gets only the first: it rejects the NUL character, which SQLite stores. */
const malformedValues: readonly { label: string; value: FormFields[string] | undefined }[] = [
  { label: 'with control characters', value: 'abc\u0000\u202e' },
  ...(isPostgres
    ? []
    : [
        { label: 'far too long', value: 'x'.repeat(5_000) },
        { label: 'of another language', value: "0' or '1'='1" },
        { label: 'missing', value: undefined },
        { label: 'empty', value: '' },
        { label: 'a list', value: [unknownId, unknownId] },
      ]),
];

const withField = (fields: FormFields, name: string, value: FormFields[string] | undefined): FormFields => {
  const { [name]: _, ...rest } = fields;
  return value === undefined ? rest : { ...rest, [name]: value };
};

/**
 * One role for each pair of answers, for an existing and for an unknown object: anonymous, and the first member that gets them. These are
 * enough for malformed values, which are rejected before the role is read.
 */
const representatives = (row: ActionRow): Role[] => {
  const answers = (role: Role) => `${expectedCode(row, role)} ${expectedUnknownCode(row, role)}`;
  const members = roles.filter((role) => role !== 'anonymous');
  return ['anonymous', ...members.filter((role) => members.find((other) => answers(other) === answers(role)) === role)];
};

const allowedRoles = (row: ActionRow): Role[] => roles.filter((role) => expectedCode(row, role) === 'done');

/** Returns the only role that calls an action on PostgreSQL: the first that is allowed to. */
const caller = (row: ActionRow): Role => allowedRoles(row)[0] ?? 'admin';

interface ActionCall {
  role: Role;
  fields: FormFields;
  label: string;
  /** Expected code; null if any error code is accepted. */
  expected: ExpectedCode | null;
}

/** Returns all calls of a row that must be rejected and must not change the database. */
function refusedCalls(row: ActionRow, { seed }: MatrixFixture): ActionCall[] {
  const fields = row.fields(seed);
  const objects = [...new Set([...(row.objects ?? []), ...(row.records ?? [])])];
  const chosen = representatives(row);
  return (isPostgres ? [caller(row)] : roles).flatMap((role) => {
    const own: ActionCall[] =
      expectedCode(row, role) === 'done' ? [] : [{ role, fields, label: 'as it is', expected: expectedCode(row, role) }];
    const others = objects.flatMap((name): ActionCall[] => {
      const isRecord = row.records?.includes(name) ?? false;
      const isOwn = name in fields;
      const unknown = isOwn ? expectedUnknownCode(row, role) : null;
      return [
        { role, fields: withField(fields, name, unknownId), label: `${name}: nobody's`, expected: unknown },
        ...(isRecord && isOwn
          ? [{ role, fields: withField(fields, name, seed.records.suppressed.id), label: `${name}: suppressed`, expected: unknown }]
          : []),
        ...(isOwn && (isPostgres || chosen.includes(role))
          ? malformedValues.map(({ label, value }) => ({
              role,
              fields: withField(fields, name, value),
              label: `${name}: ${label}`,
              expected: null,
            }))
          : []),
      ];
    });
    return [...own, ...others];
  });
}

/** Returns a response without the submitted values, so that two responses can be compared exactly. */
const normalizeResponse = ({ text, status }: MatrixResponse): string =>
  `${status} ${text.replace(/"typed":\{.*\}/, '').replace(/"b":"[^"]*"/, '')}`;

/** An action in the build, with its row. */
interface ActionCase {
  name: string;
  action: DiscoveredAction;
  row: ActionRow;
}

/** Checks that all calls that must be rejected are rejected, and that the database is the same afterwards. */
async function checkRefusedCalls(fixture: WatchedFixture, cases: readonly ActionCase[]): Promise<string[]> {
  const before = await fixture.watch.digests();
  const faults: string[] = [];
  for (const actionCase of cases) {
    await fixture.watch.resetChangeLimit();
    faults.push(...(await refusedCallFaults(fixture, actionCase)));
  }
  const changed = changedTables(before, await fixture.watch.digests());
  const names = cases.length === 1 ? cases[0]?.name : 'One of the actions';
  return changed.length > 0 ? [...faults, `${names} was refused, and changed ${changed.join(', ')}`] : faults;
}

async function refusedCallFaults(fixture: MatrixFixture, { name, action, row }: ActionCase): Promise<string[]> {
  const page = pageOf(fixture, action);
  const answers = new Map<string, string>();
  const faults = await collectFaults(refusedCalls(row, fixture), async ({ role, fields, label, expected }) => {
    const response = await fixture.client.callAction(role, action, page, fields);
    const outcome = actionOutcome(response);
    answers.set(`${role} ${label}`, normalizeResponse(response));
    const at = `${name} for ${role} (${label})`;
    const leaked = leaks(fixture, role, response).map((text) => `${at} reveals ${text}`);
    if (expected !== null && outcome !== expected) return [`${at}: ${outcome}, not ${expected}`, ...leaked];
    if (expected === null && !isRefusalCode(outcome)) return [`${at}: ${outcome}, not a refusal`, ...leaked];
    return leaked;
  });
  for (const field of row.objects ?? []) {
    for (const role of roles) {
      const [existing, missing] = [answers.get(`${role} as it is`), answers.get(`${role} ${field}: nobody's`)];
      const isStranger = expectedCode(row, role) === expectedUnknownCode(row, role);
      if (isStranger && existing !== undefined && missing !== undefined && existing !== missing)
        faults.push(`${name} lets ${role} distinguish a private ${field} from an unknown one:\n  ${existing}\n  ${missing}`);
    }
  }
  return faults;
}

/** Headers by which a browser marks a cross-site request. */
const crossSiteHeaders: readonly Record<string, string>[] = [
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { 'Sec-Fetch-Site': 'cross-site' },
];

async function checkCrossSiteCalls(fixture: WatchedFixture, { name, action, row }: ActionCase): Promise<string[]> {
  const page = pageOf(fixture, action);
  const before = await fixture.watch.digests();
  const fields = row.fields(fixture.seed);
  // The origin of a request is checked before its session: one role that is allowed the action is enough.
  const role = roles.findLast((candidate) => expectedCode(row, candidate) === 'done') ?? 'admin';
  const variants = crossSiteHeaders.flatMap((headers) => (['callAction', 'submitForm'] as const).map((method) => ({ headers, method })));
  const faults = await collectFaults(variants, async ({ headers, method }) => {
    const response = await fixture.client[method](role, action, page, fields, headers);
    return response.status === 403 ? [] : [`${name} by ${method} for ${role} with ${JSON.stringify(headers)}: ${response.status}, not 403`];
  });
  const changed = changedTables(before, await fixture.watch.digests());
  return changed.length > 0 ? [...faults, `${name} came from another site, and changed ${changed.join(', ')}`] : faults;
}

/** Calls an action as each allowed role in turn. On SQLite it then waits for the resulting jobs, because tables are compared next. */
async function checkAllowedCalls(fixture: WatchedFixture, { name, action, row }: ActionCase): Promise<string[]> {
  const faults: string[] = [];
  await fixture.watch.resetChangeLimit();
  const callers = allowedRoles(row).slice(0, isPostgres ? 1 : roles.length);
  for (const [at, role] of callers.entries()) {
    const expected = at > 0 && row.repeated ? row.repeated : 'done';
    const response = await fixture.client.callAction(role, action, pageOf(fixture, action), row.fields(fixture.seed));
    const outcome = actionOutcome(response);
    if (outcome !== expected) faults.push(`${name} for ${role}: ${outcome}, not ${expected}`);
    faults.push(...leaks(fixture, role, response).map((text) => `${name} reveals to ${role} ${text}`));
  }
  if (!isPostgres) await fixture.watch.waitForIdle();
  return faults;
}

export async function checkActions(fixture: WatchedFixture, found: readonly SourceAction[]): Promise<string[]> {
  const faults: string[] = [];
  await fixture.watch.waitForIdle();
  const cases = Object.entries(actionRows).flatMap(([name, row]): ActionCase[] => {
    const action = found.find((candidate) => candidate.name === actionOfRow(name));
    return action?.id ? [{ name, row, action: { ...action, id: action.id } }] : [];
  });
  // SQLite compares the tables after each action, which identifies the one at fault. PostgreSQL compares them once, after all rejected calls.
  if (isPostgres) faults.push(...(await checkRefusedCalls(fixture, cases)));
  for (const actionCase of cases) {
    if (!isPostgres) faults.push(...(await checkRefusedCalls(fixture, [actionCase])), ...(await checkCrossSiteCalls(fixture, actionCase)));
    faults.push(...(await checkAllowedCalls(fixture, actionCase)));
  }
  return faults;
}
