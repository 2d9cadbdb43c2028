import { expect, test } from 'vitest';
import { hasSession } from '#lib/platform/auth/cookies.ts';

test.each(['peergraph-session=a', 'theme=dark; peergraph-session=a', 'theme=dark;peergraph-session=a'])(
  'finds the session in %j',
  (header) => {
    expect(hasSession(header, 'http://localhost:3000')).toBe(true);
  },
);

test.each([
  'xpeergraph-session=a',
  '__Host-peergraph-session=a',
  'note=peergraph-session=a',
  'peergraph-session',
  'peergraph-session=',
  'peergraph-sessions=a',
  '',
  undefined,
])('finds no session in %j', (header) => {
  expect(hasSession(header, 'http://localhost:3000')).toBe(false);
});

test('takes the bound name alone where the site is served over HTTPS', () => {
  expect(hasSession('peergraph-session=a', 'https://peergraph.example.org')).toBe(false);
  expect(hasSession('__Host-peergraph-session=a', 'https://peergraph.example.org')).toBe(true);
});
