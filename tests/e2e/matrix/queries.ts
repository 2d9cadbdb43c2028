import { leadsTo } from './ask.ts';
import { type Role, roles } from './roles.ts';
import { type ByRole, type RouteRow, routeRows } from './routes.ts';
import { each, type Ground, isAsked, isPostgres, leaks } from './tries.ts';

/** What is after the "?" of an address: whatever it is, the answer is a page, or says what is wrong with it. */
const script = '<script>alert(1)</script>';
const packed = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Values that PostgreSQL reads in a way of its own: integers out of its ranges, and a word longer than its searches take. */
const hostile: readonly string[] = ['-1', '4294967296', '99999999999999999999', `\ufffd${'a'.repeat(5_000)}`];

/** Signs that mean something in a full-text search, whose language each engine has of its own. */
const signs: readonly string[] = [`"'>${script}`, '\u202e\u0007', '日本', "' or 1=1 --", '%'];

/** Values that are read, or turned down, before any database is asked: tried on SQLite alone. */
const malformed: readonly string[] = [
  ...['x', '0', '1e309', '9007199254740993', 'NaN', 'null', 'undefined', '__proto__', 'constructor', '../../me', '{{7*7}}'],
];

/** Cursors in the form of those that pages give out, with what none of them has. */
const forged: readonly string[] = [
  ...[[1], ['x', -1], { at: 'x', id: 1 }, ['2026-01-01T00:00:00.000Z', 'x']].map(packed),
  ...['2026-01-01T00:00:00.000Z~x', '1.x', 'x~1'],
];

/** Values that no page has given out. */
const junk = isPostgres ? hostile : [...hostile, ...signs, ...malformed];

/** Writes a parameter into a query string. */
type Encoding = (name: string) => string;
const encodingOf = (value: string): Encoding => {
  const encoded = encodeURIComponent(value);
  return (name) => `${name}=${encoded}`;
};
/** Repeated names, lists and objects: they are parsed before a query runs, so one engine is enough. */
const forms: readonly Encoding[] = isPostgres ? [] : [(name) => `${name}=a&${name}=b`, (name) => `${name}[]=a&${name}[b]=c`];
/**
 * Always tried alone: an empty value may redirect to the address without the parameter, and NUL, which PostgreSQL takes in no text, and
 * broken escapes are refused before any parameter is read.
 */
const alone: readonly Encoding[] = [
  ...['', 'a\u0000b'].map(encodingOf),
  ...(isPostgres ? [] : [(name: string) => name, (name: string) => `${name}=%ff%fe`]),
];
const odd: readonly Encoding[] = [...junk.map(encodingOf), ...forms];

interface Parameter {
  name: string;
  encode: Encoding;
}

/** Returns an address with parameters added; they replace those of the same name. */
function withParameters(path: string, parameters: readonly Parameter[]): string {
  const [plain = '', query = ''] = path.split('?');
  const rest = query.split('&').filter((pair) => pair !== '' && !parameters.some(({ name }) => pair.startsWith(`${name}=`)));
  return `${plain}?${[...rest, ...parameters.map(({ name, encode }) => encode(name))].join('&')}`;
}

/** All encodings that a parameter is tried with. */
const encodingsOf = (name: string, cursors: readonly string[]): Encoding[] => {
  const isCursor = /^(after|before|from)$/.test(name);
  const words = isPostgres && name === 'q' ? signs.map(encodingOf) : [];
  return [
    ...alone,
    ...odd,
    ...words,
    ...(isCursor ? [...(isPostgres ? [] : forged), ...cursors, ...cursors.map(tampered)].map(encodingOf) : []),
  ];
};

/** A cursor with another sign in its middle. */
const tampered = (cursor: string): string => {
  const middle = Math.floor(cursor.length / 2);
  return `${cursor.slice(0, middle)}${cursor[middle] === 'A' ? 'B' : 'A'}${cursor.slice(middle + 1)}`;
};

/** Whom the page is shown to: anybody, or the first of those whom it is for. */
function readers(answer: ByRole | undefined): Role[] {
  if (typeof answer !== 'object') return ['anonymous'];
  const may = roles.filter((role) => role !== 'anonymous' && (answer[role] ?? answer.else) === 200);
  return may[0] ? [may.find((role) => role === 'recipient') ?? may[0]] : ['anonymous'];
}

const firstOf = (row: RouteRow, { world }: Ground): [string, string] => Object.entries(row.paths(world))[0] ?? ['', '/'];

const cursorIn = /[?&](?:amp;)?(?:after|before)=([^"&#<\s]+)/g;

/** Cursors that the pages of the instance give out, for each reader. */
async function cursorsOf(ground: Ground): Promise<string[]> {
  const found = new Set<string>();
  await each(Object.values(routeRows), async (row) => {
    if (row.method !== 'POST' && row.query)
      for (const role of readers(Object.values(row.answers)[0])) {
        const { text } = await ground.asker.ask(role, firstOf(row, ground)[1]);
        for (const [, cursor = ''] of text.matchAll(cursorIn)) found.add(decodeURIComponent(cursor.replaceAll('&amp;', '&')));
      }
    return [];
  });
  return [...found];
}

interface Asked {
  name: string;
  role: Role;
  path: string;
  /** Where one request tries several parameters: the addresses that try each alone. */
  separately?: string[];
}

/**
 * Returns the addresses to try. Independent parameters share requests: each request has a value for all of them, and the values rotate, so
 * that each parameter gets each value once. A 200 without a fault clears all of its parameters. Any other answer may come from one parameter
 * before the others are read, so each of them is then tried alone.
 */
function addressesOf(path: string, row: RouteRow, cursors: readonly string[]): Pick<Asked, 'path' | 'separately'>[] {
  const independent = row.query?.filter((name) => row.independent?.includes(name)) ?? [];
  const dependent = row.query?.filter((name) => !independent.includes(name)) ?? [];
  const one = (name: string, encode: Encoding) => ({ path: withParameters(path, [{ name, encode }]) });
  // In groups of as many as there are values: each value occurs once in a request.
  const groups = Array.from({ length: Math.ceil(independent.length / odd.length) }, (_, at) =>
    independent.slice(at * odd.length, (at + 1) * odd.length),
  );
  const shared = groups.flatMap((group) =>
    odd.map((_, turn) => {
      const parameters = group.map((name, at) => ({ name, encode: odd[(turn + at) % odd.length] as Encoding }));
      return { path: withParameters(path, parameters), separately: parameters.map(({ name, encode }) => one(name, encode).path) };
    }),
  );
  return [
    ...dependent.flatMap((name) => encodingsOf(name, cursors).map((encode) => one(name, encode))),
    ...independent.flatMap((name) => alone.map((encode) => one(name, encode))),
    ...shared,
  ];
}

export async function tryQueries(ground: Ground): Promise<{ faults: string[]; asked: number; cursors: number }> {
  const cursors = await cursorsOf(ground);
  const asked = Object.entries(routeRows).flatMap(([name, row]): Asked[] => {
    if (row.method === 'POST' || !row.query || !isAsked(name)) return [];
    const [variant, path] = firstOf(row, ground);
    return addressesOf(path, row, cursors.slice(0, 12)).flatMap((address) =>
      readers(row.answers[variant]).map((role) => ({ name, role, ...address })),
    );
  });
  let count = 0;
  const tryOne = async ({ name, role, path, separately = [] }: Asked): Promise<string[]> => {
    count += 1;
    const came = await ground.asker.ask(role, path);
    const at = `${name} for ${role}: ${path.slice(0, 160)}`;
    const wrong = [
      ...(came.status >= 500 ? [`${at} answers ${came.status}`] : []),
      ...(leadsTo(came, ground.url) === 'elsewhere' ? [`${at} leads to another site`] : []),
      ...(came.text.includes(script) && /html/.test(came.headers.get('content-type') ?? '') ? [`${at} repeats a script`] : []),
    ];
    const faults = [...wrong, ...leaks(ground, role, came).map((text) => `${at} tells of ${text}`)];
    if (separately.length < 2 || (came.status === 200 && faults.length === 0)) return faults;
    const alone = await each(separately, (one) => tryOne({ name, role, path: one }), 1);
    return alone.length > 0 ? alone : faults;
  };
  const faults = await each(asked, tryOne);
  return { faults, asked: count, cursors: cursors.length };
}

const elsewhere = [
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

/** An address that a browser would leave this site for. */
function isAway(address: string, url: string): boolean {
  const plain = address.replaceAll('&amp;', '&').replaceAll('&quot;', '"');
  return URL.canParse(plain, url) && new URL(plain, url).origin !== new URL(url).origin;
}

/** `next` of the sign-in: where it leads must be this site, in redirects, links and hidden fields alike. */
export async function tryRedirects(ground: Ground): Promise<string[]> {
  const pages = Object.entries(routeRows).filter(([, row]) => row.query?.includes('next') || row.query?.includes('with'));
  const asked = pages.flatMap(([name, row]) =>
    elsewhere.flatMap((next) =>
      (['anonymous', 'stranger'] as const).map((role) => {
        const [, path] = firstOf(row, ground);
        const parameter = row.query?.includes('next') ? 'next' : 'with';
        return { name, role, next, path: `${path}${path.includes('?') ? '&' : '?'}${parameter}=${encodeURIComponent(next)}` };
      }),
    ),
  );
  return each(asked, async ({ name, role, next, path }) => {
    const came = await ground.asker.ask(role, path);
    const inside = [...came.text.matchAll(/(?:href|action|value|src)="([^"]*evil\.example[^"]*|javascript:[^"]*)"/g)].map(
      (match) => match[1] ?? '',
    );
    // What was typed may be in the field that it was typed into.
    const away = name.endsWith('/merge') ? [] : inside.filter((address) => isAway(address, ground.url));
    const to = leadsTo(came, ground.url) === 'elsewhere' ? [came.headers.get('location') ?? ''] : [];
    return [...away, ...to].map((address) => `${name} for ${role} with ${JSON.stringify(next)} leads to ${address}`);
  });
}
