import { type MatrixResponse, type RoleClient, redirectTarget } from './role-client.ts';
import { type Role, roles, type SeedData } from './roles.ts';
import { type OutcomeByRole, type RouteOutcome, type RouteRow, routeRows } from './routes.ts';
import { headerFaults } from './security-headers.ts';

/** What a check needs. Each check returns one sentence per fault; an empty list means that all rows hold. */
export interface MatrixFixture {
  url: string;
  seed: SeedData;
  client: RoleClient;
}

/**
 * Permissions of all roles are checked on SQLite. PostgreSQL runs the same statements with another account id, and tests/store runs them
 * too. It is therefore queried once for each object, and with values that it handles differently from SQLite.
 */
export const isPostgres = process.env.E2E_DATABASE_URL?.startsWith('postgres') === true;

/** Runs a check on each item, a few concurrently, and returns all faults. */
export async function collectFaults<Item>(
  items: readonly Item[],
  check: (item: Item) => Promise<string[]>,
  concurrency = 4,
): Promise<string[]> {
  const faults: string[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) faults.push(...(await check(items[index] as Item)));
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return faults;
}

/** The kinds of responses whose headers were checked: first digit of the status and media type, such as "2 text/html". */
export const responseKinds = new Set<string>();

/** The canaries that were returned to a role that may read them. */
export const seenCanaries = new Set<string>();

/** Returns the canaries in a response that the role must not read. */
export function leaks({ seed }: MatrixFixture, role: Role, { text, headers }: MatrixResponse): string[] {
  const whole = `${text} ${JSON.stringify([...headers])}`;
  const shown = seed.canaries.filter((canary) => whole.includes(canary.text));
  for (const canary of shown) if (canary.readers.includes(role)) seenCanaries.add(canary.text);
  return shown.filter(({ readers }) => !readers.includes(role)).map((canary) => canary.text);
}

const expectedOutcome = (answer: OutcomeByRole, role: Role): RouteOutcome =>
  typeof answer === 'object' ? (answer[role] ?? answer.else) : answer;

/** Returns a response as an outcome of the rows: a status, 'sign-in', 'on', or a redirect to another site. */
export function formatOutcome(response: MatrixResponse, url: string): string {
  const to = redirectTarget(response, url);
  if (to === null) return String(response.status);
  if (to === 'elsewhere') return `${response.status} to another site`;
  return /^\/sign-in(\?|$)/.test(to) ? 'sign-in' : 'on';
}

const outcomesFor = (row: RouteRow, variant: string): OutcomeByRole =>
  row.answers[variant] ?? row.answers[variant.replace(/ \d+$/, '')] ?? 404;

/** Roles to which a public page may show their own data. */
const involvedRoles: readonly Role[] = ['sender', 'recipient', 'owner'];

/**
 * Whether a case represents all roles that get the same outcome: anonymous, and the first role of each refusal or redirect. Every reader of a
 * private page and every involved role on a public page represents itself, because what they are shown may differ.
 * @param among the roles to choose from
 */
export function isRepresentative({ row, variant, role }: RouteCase, among: readonly string[] = roles): boolean {
  if (role === 'anonymous') return true;
  const answer = outcomesFor(row, variant);
  const own = expectedOutcome(answer, role);
  if (own === 200 && (typeof answer === 'object' || involvedRoles.includes(role))) return true;
  return roles.find((other) => other !== 'anonymous' && among.includes(other) && expectedOutcome(answer, other) === own) === role;
}

const isShown = (answer: OutcomeByRole, role: Role): boolean => [200, 204].includes(Number(expectedOutcome(answer, role)));

/** Ranks a case: highest if the page is shown, then if it redirects, then if the role may read another object of the row. */
function preference({ row, variant, role }: RouteCase): number {
  const answer = outcomesFor(row, variant);
  const criteria = [
    isShown(answer, role),
    expectedOutcome(answer, role) === 'on',
    Object.values(row.answers).some((other) => isShown(other, role)),
    role !== 'anonymous',
    // The recipient has the most data that pages show.
    role === 'recipient',
  ];
  return criteria.reduce((sum, criterion) => 2 * sum + Number(criterion), 0);
}

/** Returns one case for each object, if possible of a member who may read it. The first malformed id represents all. */
export const selectOnePerObject = (cases: readonly RouteCase[]): RouteCase[] => {
  const objectOf = ({ name, variant }: RouteCase) => `${name} ${variant.startsWith('malformed') ? variant.replace(/ \d+$/, '') : variant}`;
  const objects = Map.groupBy(
    cases.filter(({ name }) => isIncluded(name)),
    objectOf,
  );
  return [...objects.values()].flatMap((same) => same.toSorted((a, b) => preference(b) - preference(a)).slice(0, 1));
};

/**
 * Whether a route is checked. On PostgreSQL topics represent venues and institutions, and BibTeX represents all citation formats: their
 * statements are the same, or covered by tests/store.
 */
export const isIncluded = (name: string): boolean =>
  !isPostgres || !/^\/(?:venues|institutions)(?:\/|$)|^\/works\/cite\.(?!bib)/.test(name);

/** Whether a role gets the same outcome as an anonymous request. */
export const isAnsweredAsAnonymous = ({ row, variant, role }: RouteCase): boolean => {
  const answer = outcomesFor(row, variant);
  return expectedOutcome(answer, role) === expectedOutcome(answer, 'anonymous');
};

function createRequestInit(row: RouteRow, fixture: MatrixFixture): RequestInit & { headers?: Record<string, string> } {
  if (row.method !== 'POST') return {};
  return { method: 'POST', body: createRequestBody(row, fixture), headers: { Origin: fixture.url, 'Sec-Fetch-Site': 'same-origin' } };
}

/** Encodes the fields of a row as a browser does: as multipart form data if one of them is a file, otherwise URL-encoded. */
export function createRequestBody(row: RouteRow, { seed }: MatrixFixture): FormData | URLSearchParams {
  const fields = Object.entries(row.form?.(seed) ?? {});
  const isText = (entry: [string, string | File]): entry is [string, string] => typeof entry[1] === 'string';
  if (fields.every(isText)) return new URLSearchParams(fields);
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

export interface RouteCase {
  name: string;
  row: RouteRow;
  variant: string;
  path: string;
  role: Role;
}

export const createRouteCases = ({ seed }: MatrixFixture, matches: (row: RouteRow) => boolean = () => true): RouteCase[] =>
  Object.entries(routeRows)
    .filter(([, row]) => matches(row))
    .flatMap(([name, row]) =>
      Object.entries(row.paths(seed)).flatMap(([variant, path]) =>
        roles
          // A malformed id is rejected before the role is read: three roles are enough.
          .filter((role) => !variant.startsWith('malformed') || ['anonymous', 'stranger', 'admin'].includes(role))
          .map((role) => ({ name, row, variant, path, role })),
      ),
    );

export async function checkRoute(fixture: MatrixFixture, { name, row, variant, path, role }: RouteCase): Promise<string[]> {
  const response = await fixture.client.request(role, path, createRequestInit(row, fixture));
  const expected = expectedOutcome(outcomesFor(row, variant), role);
  const actual = formatOutcome(response, fixture.url);
  const label = `${name} (${variant})`;
  return [
    ...(actual === String(expected) ? [] : [`${label} for ${role}: ${actual}, not ${expected}`]),
    ...leaks(fixture, role, response).map((text) => `${label} reveals to ${role} ${text}`),
    ...securityHeaderFaults(response, path).map((fault) => `${label} for ${role} (${response.status}): ${fault}`),
  ];
}

/** Returns the faults of a response's security headers. They do not depend on the database, so SQLite is enough. */
export function securityHeaderFaults(response: MatrixResponse, path: string): string[] {
  if (isPostgres) return [];
  responseKinds.add(`${Math.floor(response.status / 100)} ${response.headers.get('content-type')?.split(';')[0] ?? 'nothing'}`);
  return headerFaults(response, path);
}
