import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readArchive } from '#lib/portal/exports/model/archive-reader.ts';
import { maxPackedBytes } from '#lib/portal/exports/model/upload-limits.ts';
import { createZip } from '../store/archives.ts';

const at = '2026-11-21T10:00:00.000Z';
const manifest = {
  format: 'peergraph-export-1',
  instance: 'https://one.example/',
  madeAt: at,
  account: { id: 'a', name: 'Mara' },
  files: [{ path: 'data/threads.json', bytes: 1, items: 3 }],
};
const whole: Record<string, unknown> = {
  'manifest.json': manifest,
  'data/account.json': { account: { name: 'Mara', email: 'mara@example.org' } },
  'data/follows.json': { people: [], places: [] },
  'data/searches.json': { searches: [] },
  'data/settings.json': { kinds: [], digest: null },
  'data/records.json': { records: [] },
};
const files = (more: Record<string, unknown> = {}): [string, string][] =>
  Object.entries({ ...whole, ...more }).map(([path, value]) => [path, typeof value === 'string' ? value : JSON.stringify(value)]);
const readCode = async (bytes: Buffer): Promise<string> => {
  const read = await readArchive(bytes);
  return read.ok ? 'read' : read.code;
};

/** Builds a ZIP byte by byte, for entries that no library would write. `said` is the declared size of an entry. */
function buildZip(entries: { name: string; data: Buffer; declaredSize?: number; flags?: number; method?: number }[]): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, data, declaredSize, flags = 0x800, method = 8 } of entries) {
    const [packed, path] = [method === 8 ? deflateRawSync(data) : data, Buffer.from(name)];
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(flags, 2);
    head.writeUInt16LE(method, 4);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(declaredSize ?? data.length, 18);
    head.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, path, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), head.subarray(0, 26), rest, path]));
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}
const plain = files().map(([name, text]) => ({ name, data: Buffer.from(text) }));

describe('an uploaded archive', () => {
  test('is read: what can be imported, and the amount of everything else', async () => {
    const read = await readArchive(await createZip(files()));
    expect(read).toMatchObject({ ok: true, value: { origin: 'https://one.example', name: 'Mara', counts: { 'data/threads.json': 3 } } });
    expect(JSON.stringify(read)).not.toContain('mara@example.org');
    expect(await readCode(buildZip(plain))).toBe('read');
  });

  test('of a later minor version is read without unknown parts', async () => {
    const person = { id: 'p', name: 'Jonas', path: null, state: 'paused', since: at, orcids: [], people: [], works: [], mood: 'new' };
    const read = await readArchive(await createZip(files({ 'data/follows.json': { people: [person], places: [], planets: [] } })));
    expect(read).toMatchObject({ ok: true, value: { people: [{ id: 'p', state: 'on' }] } });
    expect(JSON.stringify(read)).not.toMatch(/mood|planets/);
  });

  test.each([
    ['nothing', Buffer.alloc(0), 'archive_not_zip'],
    ['text', Buffer.from('Not a ZIP at all, but long enough to be looked into.'), 'archive_not_zip'],
    ['more than is taken', Buffer.alloc(maxPackedBytes + 1), 'archive_too_large'],
  ])('is refused where it is %s', async (_, bytes, why) => {
    expect(await readCode(bytes)).toBe(why);
  });

  test('is rejected with a code if it is another file, another version, or damaged', async () => {
    expect(await readCode(await createZip([['a.txt', 'a']]))).toBe('archive_not_recognised');
    expect(await readCode(await createZip(files({ 'manifest.json': { format: 'other-1' } })))).toBe('archive_not_recognised');
    expect(await readCode(await createZip(files({ 'manifest.json': { ...manifest, format: 'peergraph-export-2' } })))).toBe(
      'archive_version_unknown',
    );
    expect(await readCode(await createZip(files({ 'manifest.json': { ...manifest, instance: 'javascript:alert(1)' } })))).toBe(
      'archive_damaged',
    );
    expect(await readCode(await createZip(files({ 'data/follows.json': '{"people":' })))).toBe('archive_damaged');
    expect(await readCode(await createZip(files({ 'data/follows.json': { people: 'all' } })))).toBe('archive_damaged');
    expect(await readCode(await createZip(files().filter(([path]) => path !== 'data/records.json')))).toBe('archive_damaged');
    expect(await readCode(await createZip(files({ 'data/follows.json': `${'['.repeat(100_000)}` })))).toBe('archive_damaged');
    const bytes = await createZip(files());
    expect(await readCode(bytes.subarray(0, bytes.length - 40))).toBe('archive_not_zip');
  });

  test.each(['../../etc/passwd', '/etc/passwd', 'C:/boot.ini', 'data\\..\\..\\x', 'a/../../b', 'data/\u0001.json'])(
    'is refused for an entry named %j',
    async (name) => {
      expect(await readCode(buildZip([...plain, { name, data: Buffer.from('x') }]))).toBe('archive_unsafe');
    },
  );

  test('is rejected for duplicate entries, encryption and unusual compression', async () => {
    expect(await readCode(buildZip([...plain, ...plain.slice(1, 2)]))).toBe('archive_unsafe');
    expect(await readCode(buildZip([...plain, { name: 'x', data: Buffer.from('x'), flags: 0x801 }]))).toBe('archive_unsafe');
    expect(await readCode(buildZip([...plain, { name: 'x', data: Buffer.from('x'), method: 12 }]))).toBe('archive_unsafe');
  });

  test('is rejected as a decompression bomb, whether or not it states its size', async () => {
    const zeros = Buffer.alloc(30 * 1024 * 1024);
    const bomb = plain.map((each) => (each.name === 'data/follows.json' ? { ...each, data: zeros } : each));
    expect(await readCode(buildZip(bomb))).toBe('archive_too_large');
    const understated = plain.map((each) => (each.name === 'data/follows.json' ? { ...each, data: zeros, declaredSize: 100 } : each));
    expect(await readCode(buildZip(understated))).toBe('archive_damaged');
    const claims = [...plain, { name: 'big', data: Buffer.from('x'), declaredSize: 300 * 1024 * 1024 }];
    expect(await readCode(buildZip(claims))).toBe('archive_too_large');
    const many = Array.from({ length: 2_100 }, (_, count) => ({ name: `f${count}`, data: Buffer.from('x') }));
    expect(await readCode(buildZip([...plain, ...many]))).toBe('archive_too_large');
  });

  test('of any bytes is read or rejected, without an error', async () => {
    const bytes = await createZip(files());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 }), async (changes) => {
        const damaged = Buffer.from(bytes);
        for (const [place, value] of changes) damaged[place] = value;
        expect(typeof (await readCode(damaged))).toBe('string');
      }),
      { numRuns: 400 },
    );
  });
});
