import { spawn } from 'node:child_process';
import Database from 'better-sqlite3';
import { openStore } from '#lib/platform/db/store.ts';
import { freePort } from '../../postgres.ts';
import { type Member, signUp } from './accounts.ts';
import { type Asked, type Asking, askAll, keptOpen, ok, tellAsked } from './client.ts';

/** A follow a second at least, and p99 in milliseconds at most, over HTTP. */
const budget = { perSecond: 1000, p99: 20 };
const members = 300;
const records = 200;
const each = 1000;
const warmUp = 200;
const followersOfStar = 100_000;

interface Followed {
  id: string;
  slug: string;
}

/** Each number another pair of member and record; the bare handler's numbers go on where the product's end. */
const pairOf = (people: readonly Member[], some: readonly Followed[], at: number): [Member, Followed] => {
  const [member, record] = [people[at % members], some[(at * 7 + Math.floor(at / members)) % records]];
  if (!member || !record) throw new Error('Too few members or records.');
  return [member, record];
};

const boundary = 'a-follow-of-the-bench';
const multipart = (fields: readonly [name: string, value: string][]): string =>
  `${fields
    .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--${boundary}--\r\n`;

const headersOf = (url: string, cookie: string | null) => ({
  Origin: url,
  'Sec-Fetch-Site': 'same-origin',
  'Accept-Encoding': 'gzip, br',
  'Content-Type': `multipart/form-data; boundary=${boundary}`,
  ...(cookie && { Cookie: cookie }),
});

/** As the page's script sends it: a server action, with the form as its first argument. */
const byScript = (url: string, action: string, { id, slug }: Followed, cookie: string | null): Asked => ({
  url: `${url}/authors/${slug}`,
  method: 'POST',
  headers: { ...headersOf(url, cookie), Accept: 'text/x-component', 'Next-Action': action },
  body: multipart([
    ['_1_authorId', id],
    ['_1_want', 'on'],
    ['0', '["$K1"]'],
  ]),
});

/** As a browser without script sends it: it is answered with the whole page. */
const byForm = (url: string, action: string, { id, slug }: Followed, cookie: string): Asked => ({
  url: `${url}/authors/${slug}`,
  method: 'POST',
  headers: { ...headersOf(url, cookie), Accept: 'text/html' },
  body: multipart([
    [`$ACTION_ID_${action}`, ''],
    ['authorId', id],
    ['want', 'on'],
  ]),
});

const bare = (url: string, { id }: Followed, cookie: string): Asked => ({
  url,
  method: 'POST',
  headers: { Cookie: cookie, 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ authorId: id }).toString(),
});

/** The name of the follow's action in this build, from the form on a record page. */
async function actionOf(url: string, { slug }: Followed, { cookie }: Member): Promise<string> {
  const page = await (await fetch(`${url}/authors/${slug}`, { headers: { cookie } })).text();
  const form = page.split('<form').find((part) => part.includes('name="authorId"') && part.includes('name="want"')) ?? '';
  const action = /\$ACTION_ID_([0-9a-f]+)/.exec(form)?.[1];
  if (!action) throw new Error('The record page has no form to follow with.');
  return action;
}

async function startBareFollow(database: string): Promise<{ url: string; pid: number; stop(): void }> {
  const port = await freePort();
  const child = spawn(process.execPath, ['tests/bench/network/bare-follow.ts', database, String(port)], { stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 50 && !(await fetch(url).catch(() => null)); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  return { url, pid: child.pid ?? 0, stop: () => void child.kill() };
}

const followedOk = (status: number, body: string): void => {
  if (status !== 200 || !body.includes('"ok":true')) throw new Error(`A follow was answered with ${status}: ${body.slice(0, 300)}`);
};
const refusedOk = (status: number, body: string): void => {
  if (status !== 200 || !body.includes('not_signed_in')) throw new Error(`Answered with ${status}: ${body.slice(0, 300)}`);
};

interface Field {
  url: string;
  pid: number;
  action: string;
  people: readonly Member[];
  some: readonly Followed[];
  bareUrl: string;
  barePid: number;
}

const range = (from: number, many: number): number[] => Array.from({ length: many }, (_, place) => from + place);

/** One number of requests under way: the product, what the framework alone needs, and the bare handler. @returns the next pair's number */
async function atOnce(abreast: number, from: number, field: Field): Promise<{ next: number; ours: Asking }> {
  const { url, pid, action, people, some, bareUrl, barePid } = field;
  const agent = keptOpen(abreast);
  const pairs = (start: number, many: number) => range(start, many).map((at) => pairOf(people, some, at));
  try {
    const sent = pairs(from, warmUp + each).map(([{ cookie }, record]) => byScript(url, action, record, cookie));
    await askAll(sent.slice(0, warmUp), abreast, { agent, pid, check: followedOk });
    const ours = await askAll(sent.slice(warmUp), abreast, { agent, pid, check: followedOk });
    const nobody = pairs(from, each).map(([, record]) => byScript(url, action, record, null));
    const framework = await askAll(nobody, abreast, { agent, pid, check: refusedOk });
    const next = from + warmUp + each;
    const plain = await askAll(
      pairs(next, each).map(([{ cookie }, record]) => bare(bareUrl, record, cookie)),
      abreast,
      { agent, pid: barePid, check: ok },
    );
    tellAsked(`follow, ${abreast} under way`, ours, `; ${(ours.perSecond / plain.perSecond).toFixed(3)} of the bare handler`);
    tellAsked('  the same action without a session: nothing is read', framework);
    tellAsked('  bare handler', plain);
    return { next: next + each, ours };
  } finally {
    agent.destroy();
  }
}

/** A record that so many follow already: what one more costs must not grow with them. */
async function ofStar(path: string, { url, pid, action, people }: Field, star: Followed): Promise<void> {
  const database = new Database(path);
  const add = database.prepare("insert into follows (account_id, author_id, state, since) values (?, ?, 'on', 0)");
  database.transaction(() => {
    for (let follower = 0; follower < followersOfStar; follower += 1) add.run(`follower-${follower}`, star.id);
    database.prepare('update authors set followers_count = followers_count + ? where id = ?').run(followersOfStar, star.id);
  })();
  database.close();
  const agent = keptOpen(8);
  const sent = people.map(({ cookie }) => byScript(url, action, star, cookie));
  tellAsked(`follow of a record with ${followersOfStar} followers, 8 under way`, await askAll(sent, 8, { agent, pid, check: followedOk }));
  agent.destroy();
}

/** Follows by signed-in people over HTTP, as the page sends them, each in the database for good before it is answered. @returns the budgets that were passed */
export async function benchFollow(path: string, { url, pid }: { url: string; pid: number }): Promise<string[]> {
  const database = new Database(path, { readonly: true });
  const found = database
    .prepare(
      "select id, slug from authors where visibility = 'visible' and kind = 'person' and merged_into is null and works_count between 5 and 40 order by (key * 48271) % 2147483647 limit ?",
    )
    .all(records + 1) as Followed[];
  const before = database.prepare('select count(*) from follows').pluck().get() as number;
  database.close();
  const [star, ...some] = found;
  const store = openStore(`file:${path}`);
  const people = await signUp(store, members, url);
  const handler = await startBareFollow(path);
  try {
    const [first] = people;
    if (!first || !star) throw new Error('There are no members or records.');
    const field: Field = { url, pid, action: await actionOf(url, star, first), people, some, bareUrl: handler.url, barePid: handler.pid };
    console.log(`durable follow over HTTP: ${members} accounts, ${records} records, ${each} follows a line, SQLite with synchronous=FULL`);
    const eight = await atOnce(8, 0, field);
    const many = await atOnce(32, eight.next, field);
    const agent = keptOpen(8);
    const plainForm = range(many.next, 200).map((at) => pairOf(people, some, at));
    const forms = plainForm.map(([{ cookie }, record]) => byForm(url, field.action, record, cookie));
    tellAsked('follow without script, answered with the page, 8 under way', await askAll(forms, 8, { agent, pid, check: ok }));
    agent.destroy();
    await ofStar(path, field, star);
    const passed = counted(path, before + many.next + forms.length + followersOfStar + members);
    return [...passed, ...[eight.ours, many.ours].flatMap(judged)];
  } finally {
    handler.stop();
    await store.close();
  }
}

const judged = ({ perSecond, p99 }: Asking): string[] => [
  ...(perSecond < budget.perSecond ? [`follows: ${perSecond.toFixed(0)} a second is below ${budget.perSecond}`] : []),
  ...(p99 > budget.p99 ? [`follows: p99 ${p99.toFixed(1)} ms is above ${budget.p99}`] : []),
];

/** What was answered is there, once, and every record's count says so. */
function counted(path: string, expected: number): string[] {
  const database = new Database(path, { readonly: true });
  const rows = database.prepare('select count(*) from follows').pluck().get() as number;
  const wrong = database
    .prepare('select count(*) from authors a where followers_count <> (select count(*) from follows f where f.author_id = a.id)')
    .pluck()
    .get() as number;
  database.close();
  console.log(`  ${rows} follows stand where ${expected} should; records whose count says something else: ${wrong}`);
  return rows === expected && wrong === 0 ? [] : ['follows: some were lost or counted wrongly'];
}
