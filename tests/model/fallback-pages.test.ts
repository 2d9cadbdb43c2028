import { expect, test } from 'vitest';
import { fallbackPage } from '#lib/runtime/server/fallback-pages.ts';

test('keeps no announcement in a page that stands in for others', () => {
  const told = '<section aria-label="Announcements" class="x"><ul><li>Closed on Monday</li></ul></section>';
  expect(fallbackPage(`<body>${told}<main><section>Missing</section></main></body>`)).toBe(
    '<body><main><section>Missing</section></main></body>',
  );
});

test('keeps no page that ended in a fault', () => {
  expect(fallbackPage('<html id="__next_error__"></html>')).toBe(undefined);
});
