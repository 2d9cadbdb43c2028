import { redirectTarget } from './role-client.ts';
import { type Role, roles } from './roles.ts';
import { collectFaults, isIncluded, isPostgres, leaks, type MatrixFixture } from './route-checks.ts';
import { type OutcomeByRole, type RouteRow, routeRows } from './routes.ts';

/*
 * Query strings: any value of any parameter gets a page or a client error.
 */

const script = '<script>alert(1)</script>';
const encodeCursor = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Values that PostgreSQL handles differently from SQLite: integers out of range, and a word longer than its text search accepts. */
const outOfRangeValues: readonly string[] = ['-1', '4294967296', '99999999999999999999', `\ufffd${'a'.repeat(5_000)}`];

/** Characters with a meaning in full-text queries, whose syntax differs between the engines. */
const specialCharacters: readonly string[] = [`"'>${script}`, '\u202e\u0007', '日本', "' or 1=1 --", '%'];

/** Values that are parsed or rejected before any database query: tried on SQLite only. */
const malformedValues: readonly string[] = [
  ...['x', '0', '1e309', '9007199254740993', 'NaN', 'null', 'undefined', '__proto__', 'constructor', '../../me', '{{7*7}}'],
];

/** Cursors in a valid encoding, with content that no page emits. */
const forgedCursors: readonly string[] = [
  ...[[1], ['x', -1], { at: 'x', id: 1 }, ['2026-01-01T00:00:00.000Z', 'x']].map(encodeCursor),
  ...['2026-01-01T00:00:00.000Z~x', '1.x', 'x~1'],
];

/** Values that no page links to. */
const invalidValues = isPostgres ? outOfRangeValues : [...outOfRangeValues, ...specialCharacters, ...malformedValues];

/** Writes a parameter into a query string. */
type Encoding = (name: string) => string;
const encodingOf = (value: string): Encoding => {
  const encoded = encodeURIComponent(value);
  return (name) => `${name}=${encoded}`;
};
/** Repeated names, lists and objects: they are parsed before a query runs, so one engine is enough. */
const structuredEncodings: readonly Encoding[] = isPostgres ? [] : [(name) => `${name}=a&${name}=b`, (name) => `${name}[]=a&${name}[b]=c`];
/**
 * Encodings that never share a request: an empty value may redirect to the URL without the parameter. NUL, which PostgreSQL does not allow in
 * text, and invalid percent-encodings are rejected before any parameter is read.
 */
const separateEncodings: readonly Encoding[] = [
  ...['', 'a\u0000b'].map(encodingOf),
  ...(isPostgres ? [] : [(name: string) => name, (name: string) => `${name}=%ff%fe`]),
];
const sharedEncodings: readonly Encoding[] = [...invalidValues.map(encodingOf), ...structuredEncodings];

interface Parameter {
  name: string;
  encode: Encoding;
}

/** Returns a path with query parameters added; they replace parameters of the same name. */
function withParameters(path: string, parameters: readonly Parameter[]): string {
  const [plain = '', query = ''] = path.split('?');
  const rest = query.split('&').filter((pair) => pair !== '' && !parameters.some(({ name }) => pair.startsWith(`${name}=`)));
  return `${plain}?${[...rest, ...parameters.map(({ name, encode }) => encode(name))].join('&')}`;
}

/** All encodings that a parameter is tried with. */
const encodingsOf = (name: string, cursors: readonly string[]): Encoding[] => {
  const isCursor = /^(after|before|from)$/.test(name);
  const searchTerms = isPostgres && name === 'q' ? specialCharacters.map(encodingOf) : [];
  return [
    ...separateEncodings,
    ...sharedEncodings,
    ...searchTerms,
    ...(isCursor ? [...(isPostgres ? [] : forgedCursors), ...cursors, ...cursors.map(tamperCursor)].map(encodingOf) : []),
  ];
};

/** Returns a cursor whose middle character is replaced. */
const tamperCursor = (cursor: string): string => {
  const middle = Math.floor(cursor.length / 2);
  return `${cursor.slice(0, middle)}${cursor[middle] === 'A' ? 'B' : 'A'}${cursor.slice(middle + 1)}`;
};

/** Returns a role that may read the page: anonymous if it is public, otherwise the recipient or the first allowed role. */
function readerRoles(answer: OutcomeByRole | undefined): Role[] {
  if (typeof answer !== 'object') return ['anonymous'];
  const readable = roles.filter((role) => role !== 'anonymous' && (answer[role] ?? answer.else) === 200);
  return readable[0] ? [readable.find((role) => role === 'recipient') ?? readable[0]] : ['anonymous'];
}

const firstOf = (row: RouteRow, { seed }: MatrixFixture): [string, string] => Object.entries(row.paths(seed))[0] ?? ['', '/'];

const cursorIn = /[?&](?:amp;)?(?:after|before)=([^"&#<\s]+)/g;

/** Collects the cursors in the links of all pages. */
async function collectCursors(fixture: MatrixFixture): Promise<string[]> {
  const found = new Set<string>();
  await collectFaults(Object.values(routeRows), async (row) => {
    if (row.method !== 'POST' && row.query)
      for (const role of readerRoles(Object.values(row.answers)[0])) {
        const { text } = await fixture.client.request(role, firstOf(row, fixture)[1]);
        for (const [, cursor = ''] of text.matchAll(cursorIn)) found.add(decodeURIComponent(cursor.replaceAll('&amp;', '&')));
      }
    return [];
  });
  return [...found];
}

interface QueryCase {
  name: string;
  role: Role;
  path: string;
  /** If one request tries several parameters: the paths that try each alone. */
  separately?: string[];
}

/**
 * Returns the paths to request. Independent parameters share requests: each request has a value for all of them, and the values rotate, so
 * that each parameter gets each value once. A 200 without a fault clears all of its parameters. Any other answer may come from one parameter
 * before the others are read, so each of them is then tried alone.
 */
function queryCases(path: string, row: RouteRow, cursors: readonly string[]): Pick<QueryCase, 'path' | 'separately'>[] {
  const independent = row.query?.filter((name) => row.independent?.includes(name)) ?? [];
  const dependent = row.query?.filter((name) => !independent.includes(name)) ?? [];
  const one = (name: string, encode: Encoding) => ({ path: withParameters(path, [{ name, encode }]) });
  // A group is as large as the number of values: each value occurs once in a request.
  const groups = Array.from({ length: Math.ceil(independent.length / sharedEncodings.length) }, (_, at) =>
    independent.slice(at * sharedEncodings.length, (at + 1) * sharedEncodings.length),
  );
  const shared = groups.flatMap((group) =>
    sharedEncodings.map((_, turn) => {
      const parameters = group.map((name, at) => ({ name, encode: sharedEncodings[(turn + at) % sharedEncodings.length] as Encoding }));
      return { path: withParameters(path, parameters), separately: parameters.map(({ name, encode }) => one(name, encode).path) };
    }),
  );
  return [
    ...dependent.flatMap((name) => encodingsOf(name, cursors).map((encode) => one(name, encode))),
    ...independent.flatMap((name) => separateEncodings.map((encode) => one(name, encode))),
    ...shared,
  ];
}

export async function checkQueries(fixture: MatrixFixture): Promise<{ faults: string[]; asked: number; cursors: number }> {
  const cursors = await collectCursors(fixture);
  const asked = Object.entries(routeRows).flatMap(([name, row]): QueryCase[] => {
    if (row.method === 'POST' || !row.query || !isIncluded(name)) return [];
    const [variant, path] = firstOf(row, fixture);
    return queryCases(path, row, cursors.slice(0, 12)).flatMap((address) =>
      readerRoles(row.answers[variant]).map((role) => ({ name, role, ...address })),
    );
  });
  let requestCount = 0;
  const checkOne = async ({ name, role, path, separately = [] }: QueryCase): Promise<string[]> => {
    requestCount += 1;
    const response = await fixture.client.request(role, path);
    const at = `${name} for ${role}: ${path.slice(0, 160)}`;
    const found = [
      ...(response.status >= 500 ? [`${at} answers ${response.status}`] : []),
      ...(redirectTarget(response, fixture.url) === 'elsewhere' ? [`${at} leads to another site`] : []),
      ...(response.text.includes(script) && /html/.test(response.headers.get('content-type') ?? '') ? [`${at} repeats a script`] : []),
    ];
    const faults = [...found, ...leaks(fixture, role, response).map((text) => `${at} reveals ${text}`)];
    if (separately.length < 2 || (response.status === 200 && faults.length === 0)) return faults;
    const separateFaults = await collectFaults(separately, (one) => checkOne({ name, role, path: one }), 1);
    return separateFaults.length > 0 ? separateFaults : faults;
  };
  const faults = await collectFaults(asked, checkOne);
  return { faults, asked: requestCount, cursors: cursors.length };
}

const externalUrls = [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/./\\evil.example',
  '/.//evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,evil.example',
  ' //evil.example',
  '/%09/evil.example',
  '/@evil.example/../..//evil.example',
];

/** Whether a browser resolves an address to another origin. */
function isExternal(address: string, url: string): boolean {
  const plain = address.replaceAll('&amp;', '&').replaceAll('&quot;', '"');
  return URL.canParse(plain, url) && new URL(plain, url).origin !== new URL(url).origin;
}

/** Checks that `next`, `with` and `back` lead to this site only, in redirects, links and hidden fields alike. */
export async function checkRedirects(fixture: MatrixFixture): Promise<string[]> {
  const parameterOf = (row: RouteRow) => ['next', 'with', 'back'].find((name) => row.query?.includes(name));
  const pages = Object.entries(routeRows).filter(([, row]) => row.method !== 'POST' && parameterOf(row));
  const asked = pages.flatMap(([name, row]) =>
    externalUrls.flatMap((next) =>
      (['anonymous', 'stranger'] as const).map((role) => {
        const [, path] = firstOf(row, fixture);
        return { name, role, next, path: `${path}${path.includes('?') ? '&' : '?'}${parameterOf(row)}=${encodeURIComponent(next)}` };
      }),
    ),
  );
  return collectFaults(asked, async ({ name, role, next, path }) => {
    const response = await fixture.client.request(role, path);
    const links = [...response.text.matchAll(/(?:href|action|value|src)="([^"]*evil\.example[^"]*|javascript:[^"]*)"/g)].map(
      (match) => match[1] ?? '',
    );
    // The forms of a merge and of a comparison repeat the submitted text in their fields.
    const externalLinks = name.endsWith('/merge') || name === '/graph' ? [] : links.filter((address) => isExternal(address, fixture.url));
    const to = redirectTarget(response, fixture.url) === 'elsewhere' ? [response.headers.get('location') ?? ''] : [];
    return [...externalLinks, ...to].map((address) => `${name} for ${role} with ${JSON.stringify(next)} leads to ${address}`);
  });
}
