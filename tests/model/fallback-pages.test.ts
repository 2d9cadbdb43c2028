import { expect, test } from 'vitest';
import { busyPage, errorPage, fullDiskPage, refusedPage, toFallbackPage } from '#lib/runtime/server/pages/fallback-pages.ts';

test('stores no announcement in a fallback page', () => {
  const announcement = '<section aria-label="Site announcements" class="x"><ul><li>Closed on Monday</li></ul></section>';
  expect(toFallbackPage(`<body>${announcement}<main><section>Missing</section></main></body>`)).toBe(
    '<body><main><section>Missing</section></main></body>',
  );
});

test('stores no error page as a fallback page', () => {
  expect(toFallbackPage('<html id="__next_error__"></html>')).toBe(undefined);
});

test('each page without the framework follows the colour scheme, and has a link to continue', () => {
  for (const page of [busyPage(), fullDiskPage(), errorPage(), refusedPage('Too long.')]) {
    expect(page).toContain('<meta name="color-scheme" content="light dark">');
    expect(page).toMatch(/<main><h1>[^<]+<\/h1><p>[^<]+<\/p><p><a href="\/?">[^<]+<\/a><\/p><\/main>/);
  }
});
