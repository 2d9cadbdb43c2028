import { loadavg } from 'node:os';
import { brotliCompressSync, constants } from 'node:zlib';
import Database from 'better-sqlite3';

const rounds = 7;
const rows = 4_000;

/** A fixed mix of what the product does: rows of SQLite, JSON, text and compression. Its result is of no use. */
function mixedWork(): number {
  const database = new Database(':memory:');
  database.exec('create table items (key integer primary key, name text not null, facts text not null)');
  const insert = database.prepare('insert into items values (?, ?, ?)');
  database.transaction(() => {
    for (let key = 0; key < rows; key += 1)
      insert.run(key, `Person ${(key * 7919) % rows} of Letters`, JSON.stringify({ key, years: [key % 50] }));
  })();
  const select = database.prepare('select name, facts from items where key = ?');
  const texts: string[] = [];
  for (let at = 0; at < rows; at += 1) {
    const { name, facts } = select.get((at * 104_729) % rows) as { name: string; facts: string };
    texts.push(`<li>${name.toLowerCase().replace(/[aeiou]/g, (letter) => letter.toUpperCase())} ${JSON.parse(facts).years[0]}</li>`);
  }
  database.close();
  return brotliCompressSync(texts.join('\n'), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
}

/**
 * Describes how fast and how busy the machine is: the processor time of a fixed computation in CPU-ms, the middle of seven, and the load.
 * Figures of different days compare only by it.
 */
export function describeMachine(): string {
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    mixedWork();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  }).sort((one, other) => one - other);
  return `anchor ${(times[rounds >> 1] ?? 0).toFixed(1)} CPU-ms, load ${(loadavg()[0] ?? 0).toFixed(1)}`;
}
