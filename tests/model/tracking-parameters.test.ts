import { expect, test } from 'vitest';
import { removeTrackingParameters } from '#lib/runtime/server/http/tracking-parameters.ts';

test.each([
  ['/authors/ada?utm_source=mail&utm_medium=x', '/authors/ada'],
  ['/authors/ada?fbclid=1&type=paper&gclid=2', '/authors/ada?type=paper'],
  ['/search?q=a%20b&utm_campaign=c?d&after=x', '/search?q=a%20b&after=x'],
])('%s is %s', (url, plain) => {
  expect(removeTrackingParameters(url)).toBe(plain);
});

test.each(['/', '/search?', '/search?q=utm_source', '/search?utm=1&q=utm_x=1', '/a?b=c?d=e&&f', '/a?UTM_SOURCE=x', '/a?__proto__=x'])(
  '%s stays as it is',
  (url) => {
    expect(removeTrackingParameters(url)).toBe(url);
  },
);
