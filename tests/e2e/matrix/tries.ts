import { type Asker, type Answer as Came, leadsTo } from './ask.ts';
import type { FoundRoute } from './found.ts';
import { headerFaults } from './headers.ts';
import { type Role, roles, type World } from './roles.ts';
import { type Answer, type ByRole, type RouteRow, routeRows } from './routes.ts';

/** Each try answers with the sentences of what is wrong: none where all is as the rows say. */
export interface Ground {
  url: string;
  world: World;
  asker: Asker;
}

/**
 * Who may what is tried on SQLite, by every role. PostgreSQL is sent the same statements with another account id, and tests/store sends them
 * too: it is asked once for each object, and for what it reads in a way of its own.
 */
export const isPostgres = process.env.E2E_DATABASE_URL?.startsWith('postgres') === true;

/** Does something for each of many, a few at a time. */
export async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<string[]>, abreast = 4): Promise<string[]> {
  const faults: string[] = [];
  let next = 0;
  const one = async () => {
    for (let at = next++; at < items.length; at = next++) faults.push(...(await work(items[at] as Item)));
  };
  await Promise.all(Array.from({ length: abreast }, one));
  return faults;
}

/** What has answered, as "2 text/html": the headers of each kind are judged. */
export const kinds = new Set<string>();

/** The canaries that somebody was shown who may read them. */
export const seen = new Set<string>();

/** What must not be in an answer to this role: texts that others alone may read. */
export function leaks({ world }: Ground, role: Role, { text, headers }: Came): string[] {
  const whole = `${text} ${JSON.stringify([...headers])}`;
  const shown = world.canaries.filter((canary) => whole.includes(canary.text));
  for (const canary of shown) if (canary.readers.includes(role)) seen.add(canary.text);
  return shown.filter(({ readers }) => !readers.includes(role)).map((canary) => canary.text);
}

const expected = (answer: ByRole, role: Role): Answer => (typeof answer === 'object' ? (answer[role] ?? answer.else) : answer);

/** An answer in the words of the rows. */
export function said(came: Came, url: string): string {
  const to = leadsTo(came, url);
  if (to === null) return String(came.status);
  if (to === 'elsewhere') return `${came.status} to another site`;
  return /^\/sign-in(\?|$)/.test(to) ? 'sign-in' : 'on';
}

const answerOf = (row: RouteRow, variant: string): ByRole => row.answers[variant] ?? row.answers[variant.replace(/ \d+$/, '')] ?? 404;

/** Roles to whom a public page may show data of their own. */
const involved: readonly Role[] = ['sender', 'recipient', 'owner'];

/**
 * Whether a try represents all roles that get the same answer: anonymous, and the first role of each refusal or redirect. Every reader of a
 * private page and every involved role on a public page represents itself, because what they are shown may differ.
 * @param among the roles to choose from
 */
export function isRepresentative({ row, variant, role }: RouteTry, among: readonly string[] = roles): boolean {
  if (role === 'anonymous') return true;
  const answer = answerOf(row, variant);
  const own = expected(answer, role);
  if (own === 200 && (typeof answer === 'object' || involved.includes(role))) return true;
  return roles.find((other) => other !== 'anonymous' && among.includes(other) && expected(answer, other) === own) === role;
}

const isShown = (answer: ByRole, role: Role): boolean => [200, 204].includes(Number(expected(answer, role)));

/** First those to whom it is shown, then whom it leads on, then readers of another object of the row. */
function preference({ row, variant, role }: RouteTry): number {
  const answer = answerOf(row, variant);
  const marks = [
    isShown(answer, role),
    expected(answer, role) === 'on',
    Object.values(row.answers).some((other) => isShown(other, role)),
    role !== 'anonymous',
    // Of members, who has most of what pages show.
    role === 'recipient',
  ];
  return marks.reduce((sum, mark) => 2 * sum + Number(mark), 0);
}

/** One try for each object, by a member to whom it is shown where there is one. The first malformed id represents all. */
export const onePerObject = (tries: readonly RouteTry[]): RouteTry[] => {
  const objectOf = ({ name, variant }: RouteTry) => `${name} ${variant.startsWith('malformed') ? variant.replace(/ \d+$/, '') : variant}`;
  const objects = Map.groupBy(
    tries.filter(({ name }) => isAsked(name)),
    objectOf,
  );
  return [...objects.values()].flatMap((same) => same.toSorted((a, b) => preference(b) - preference(a)).slice(0, 1));
};

/** On PostgreSQL topics represent venues and institutions, and one format of citations all of them: their statements are the same, or in tests/store. */
export const isAsked = (name: string): boolean => !isPostgres || !/^\/(?:venues|institutions)(?:\/|$)|^\/works\/cite\.(?!bib)/.test(name);

/** Whether a role gets the answer of an anonymous request. */
export const isAnsweredAsAnonymous = ({ row, variant, role }: RouteTry): boolean => {
  const answer = answerOf(row, variant);
  return expected(answer, role) === expected(answer, 'anonymous');
};

function formInit(row: RouteRow, ground: Ground): RequestInit & { headers?: Record<string, string> } {
  if (row.method !== 'POST') return {};
  return { method: 'POST', body: bodyOf(row, ground), headers: { Origin: ground.url, 'Sec-Fetch-Site': 'same-origin' } };
}

/** The fields of a row as a browser sends them: with a file in parts. */
export function bodyOf(row: RouteRow, { world }: Ground): FormData | URLSearchParams {
  const fields = Object.entries(row.form?.(world) ?? {});
  const isText = (entry: [string, string | File]): entry is [string, string] => typeof entry[1] === 'string';
  if (fields.every(isText)) return new URLSearchParams(fields);
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

export interface RouteTry {
  name: string;
  row: RouteRow;
  variant: string;
  path: string;
  role: Role;
}

export const routeTries = ({ world }: Ground, of: (row: RouteRow) => boolean = () => true): RouteTry[] =>
  Object.entries(routeRows)
    .filter(([, row]) => of(row))
    .flatMap(([name, row]) =>
      Object.entries(row.paths(world)).flatMap(([variant, path]) =>
        roles
          // A malformed id is rejected before the role is read: three roles are enough.
          .filter((role) => !variant.startsWith('malformed') || ['anonymous', 'stranger', 'admin'].includes(role))
          .map((role) => ({ name, row, variant, path, role })),
      ),
    );

export async function tryRoute(ground: Ground, { name, row, variant, path, role }: RouteTry): Promise<string[]> {
  const came = await ground.asker.ask(role, path, formInit(row, ground));
  const want = expected(answerOf(row, variant), role);
  const got = said(came, ground.url);
  const at = `${name} (${variant})`;
  return [
    ...(got === String(want) ? [] : [`${at} for ${role}: ${got}, not ${want}`]),
    ...leaks(ground, role, came).map((text) => `${at} tells ${role} of ${text}`),
    ...insecure(came, path).map((fault) => `${at} for ${role} (${came.status}): ${fault}`),
  ];
}

/** What is wrong with the security headers of an answer, which do not depend on the database. */
export function insecure(came: Came, path: string): string[] {
  if (isPostgres) return [];
  kinds.add(`${Math.floor(came.status / 100)} ${came.headers.get('content-type')?.split(';')[0] ?? 'nothing'}`);
  return headerFaults(came, path);
}

/** What is missing in the rows, as sentences that say what to add. */
export function routesWithoutRow(found: readonly FoundRoute[]): string[] {
  const without = found
    .filter(({ path }) => !(path in routeRows))
    .map(({ path }) => `${path} has no row: add one to tests/e2e/matrix/routes.ts (how is said at its head).`);
  const gone = Object.keys(routeRows).filter((path) => !found.some((route) => route.path === path));
  const queries = found.flatMap(({ path, query }) => {
    const row = routeRows[path];
    if (!row || query === null) return [];
    const missing = query.filter((name) => !row.query?.includes(name));
    return missing.length > 0 || !row.query ? [`${path} reads ${missing.join(', ') || 'its query'}: name it in the row's query.`] : [];
  });
  return [...without, ...gone.map((path) => `${path} is no route any more: take its row away.`), ...queries];
}
