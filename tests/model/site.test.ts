import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readEnv } from '#lib/platform/env.ts';
import { securityText } from '#lib/platform/http/security-text.ts';
import { readSite, siteFolderFault } from '#lib/platform/site.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'peergraph-site-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const read = (settings: Record<string, string>) => readSite(readEnv({ DATA_DIR: folder, ...settings }));

test('an instance without settings is called Peergraph and has no texts of its own', () => {
  expect(read({})).toEqual({
    name: 'Peergraph',
    contact: null,
    accent: null,
    licence: null,
    logo: null,
    heading: null,
    lead: null,
    example: null,
    homeText: null,
    imprint: null,
    privacy: null,
    citationStyles: [],
  });
});

test('reads name, contact, accent and licence from settings, and texts and the logo from files', () => {
  mkdirSync(join(folder, 'site'));
  for (const name of ['home', 'imprint', 'privacy']) writeFileSync(join(folder, 'site', `${name}.md`), `# ${name}\n`);
  writeFileSync(join(folder, 'site', 'logo.svg'), '<svg/>');
  const settings = {
    SITE_NAME: 'Lamp Network',
    SITE_HEADING: 'People of the harbour',
    SITE_LEAD: 'Who works on what.',
    SITE_EXAMPLE: 'ada-byron',
    SITE_CONTACT: 'help@lamp.example',
    SITE_ACCENT: '#7a1f2b',
    SITE_LICENCE: 'CC0 1.0 https://creativecommons.org/publicdomain/zero/1.0/',
  };
  expect(read(settings)).toEqual({
    name: 'Lamp Network',
    contact: 'help@lamp.example',
    accent: '#7a1f2b',
    licence: { name: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
    logo: { type: 'image/svg+xml', bytes: Buffer.from('<svg/>') },
    heading: 'People of the harbour',
    lead: 'Who works on what.',
    example: 'ada-byron',
    homeText: '# home',
    imprint: '# imprint',
    privacy: '# privacy',
    citationStyles: [],
  });
});

test.each([
  [{ SITE_ACCENT: '#ffdd00' }, /SITE_ACCENT must be darker/],
  [{ SITE_ACCENT: 'red' }, /SITE_ACCENT must be a colour/],
  [{ SITE_CONTACT: 'javascript:alert(1)' }, /SITE_CONTACT must be an email address/],
  [{ SITE_EXAMPLE: '/authors/ada' }, /SITE_EXAMPLE must be the end of the address of a profile/],
  [{ SITE_LICENCE: 'CC0' }, /SITE_LICENCE must be a name and an address/],
])('refuses %o', (settings, message) => {
  expect(() => readEnv(settings)).toThrow(message);
});

test('security.txt has the contact, an expiry within a year and the URL of the file, web addresses with https alone (RFC 9116)', () => {
  const now = new Date('2026-03-04T17:30:00Z');
  const text = (contact: string | null, base = 'https://lamp.example') => securityText({ contact, base, now });
  const expires = 'Expires: 2026-08-31T00:00:00Z';
  const canonical = 'Canonical: https://lamp.example/.well-known/security.txt';
  expect(text('help@lamp.example')).toBe(`Contact: mailto:help@lamp.example\n${expires}\n${canonical}\n`);
  expect(text('https://lamp.example/@help')).toBe(`Contact: https://lamp.example/@help\n${expires}\n${canonical}\n`);
  expect(text('help@lamp.example', 'http://localhost:3000')).toBe(`Contact: mailto:help@lamp.example\n${expires}\n`);
  expect([text('http://lamp.example/help'), text(null)]).toEqual([null, null]);
});

test('rejects a logo that would slow every page down', () => {
  mkdirSync(join(folder, 'site'));
  writeFileSync(join(folder, 'site', 'logo.png'), Buffer.alloc(300 * 1024));
  expect(() => read({})).toThrow(/larger than 200 kB/);
});

test('offers the citation styles of a folder, and rejects a file without rules', () => {
  const styles = join(folder, 'site', 'citation-styles');
  mkdirSync(styles, { recursive: true });
  const xml = '<style><info><title>Lamp studies</title></info><bibliography><layout/></bibliography></style>';
  writeFileSync(join(styles, 'Lamps.csl'), xml);
  writeFileSync(join(styles, 'notes.txt'), 'not a style');
  expect(read({}).citationStyles).toEqual([{ id: 'lamps', title: 'Lamp studies', xml }]);
  writeFileSync(join(styles, 'child.csl'), '<style><info><title>Child</title><link rel="independent-parent"/></info></style>');
  expect(() => read({})).toThrow(/child\.csl is no citation style with a bibliography/);
});

test('reports a SITE_DIR that is not a folder', () => {
  const faultOf = (settings: Record<string, string>) => siteFolderFault(readEnv({ DATA_DIR: folder, ...settings }));
  expect([faultOf({}), faultOf({ SITE_DIR: folder })]).toEqual([null, null]);
  writeFileSync(join(folder, 'logo.svg'), '<svg/>');
  for (const name of ['texts', 'logo.svg'])
    expect(faultOf({ SITE_DIR: join(folder, name) })).toMatch(`SITE_DIR names no folder: ${join(folder, name)}.`);
});
