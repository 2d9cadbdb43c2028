import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import Database from 'better-sqlite3';

/**
 * A bare handler to compare with: `node bare-follow.ts <database> <port>` finds the session and writes the follow and the record's count as
 * durably as the product, by prepared statements. No framework, no check of what is sent or whence.
 */
const [path = '', port = '0'] = process.argv.slice(2);
const database = new Database(path);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.pragma('busy_timeout = 1000');

const session = database.prepare('select user_id from sessions where session_token = ? and expires > ?').pluck();
const add = database.prepare("insert into follows (account_id, author_id, state, since) values (?, ?, 'on', ?) on conflict do nothing");
const count = database
  .prepare('update authors set followers_count = followers_count + ?, revision = revision + 1 where id = ? returning followers_count')
  .pluck();
const follow = database.transaction((account: string, author: string) => count.get(add.run(account, author, Date.now()).changes, author));

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

createServer(async (request, response) => {
  const author = new URLSearchParams(await textOf(request)).get('authorId') ?? '';
  const token = /=(.*)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const account = session.get(createHash('sha256').update(token).digest('base64url'), Date.now()) as string | undefined;
  response.writeHead(account ? 200 : 401, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ followers: account ? follow.immediate(account, author) : null }));
}).listen(Number(port), '127.0.0.1');
