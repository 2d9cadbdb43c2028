import { createServer } from 'node:http';
import Database from 'better-sqlite3';

/**
 * Baseline for record pages: `node bare-handler.ts <database> <port>`. Reads the same rows as a record page (the author, the newest works and
 * their authors) by prepared statements, and renders a plain list. No framework, no access checks, no compression.
 */
const [path = '', port = '0'] = process.argv.slice(2);
const database = new Database(path, { readonly: true });
const author = database.prepare('select * from authors where slug = ?');
const slots = database.prepare(
  "select distinct work_key, sort_date from authorships where author_key = ? and state <> 'not_mine' order by sort_date desc, work_key desc limit 101",
);
const work = database.prepare('select * from works where key = ?');
const authorships = database.prepare(
  `select s.position, s.name_as_written, a.slug, a.visibility from authorships s join authors a on a.key = s.author_key
   where s.work_key = ? order by s.position`,
);

type Row = Record<string, string | number | null>;
const text = (value: unknown): string => String(value ?? '').replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const names = (key: unknown): string =>
  (authorships.all(key) as Row[]).map((each) => `<a href="/authors/${text(each.slug)}">${text(each.name_as_written)}</a>`).join(', ');

createServer((request, response) => {
  const found = author.get((request.url ?? '').slice('/authors/'.length)) as Row | undefined;
  const items = ((found && slots.all(found.key)) as Row[] | undefined)?.map(({ work_key }) => {
    const row = work.get(work_key) as Row;
    return `<li><h3>${text(row.title)}</h3><p>${names(work_key)}</p><p>${text(row.year)} ${text(row.venue)}</p><p>${text(row.abstract)}</p></li>`;
  });
  response.writeHead(found ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><title>${text(found?.name)}</title><h1>${text(found?.name)}</h1><ul>${items?.join('') ?? ''}</ul>`);
}).listen(Number(port), '127.0.0.1');
