import { describe, expect, test } from 'vitest';
import { cvStyle } from '#lib/portal/pages/model/cv.ts';
import { requestFor } from '#lib/runtime/routes/page-request.ts';
import { contentSecurityPolicy } from '#lib/runtime/server/pages/content-security-policy.ts';
import { securePage } from '#lib/runtime/server/pages/secure-page.ts';

const scripts = (html: string) => /script-src ([^;]*)/.exec(contentSecurityPolicy(html))?.[1] ?? '';

describe('the content security policy of a page', () => {
  test('lists the hashes of the framework’s inline data scripts', () => {
    const page = '<script>(self.__next_f=self.__next_f||[]).push([0])</script><script>self.__next_f.push([1,"1:\\"x\\"\\n"])</script>';
    expect(scripts(page).match(/'sha256-/g)).toHaveLength(2);
  });

  test.each([
    '<p><script>alert(document.domain)</script></p>',
    '<script>self.__next_f.push([1,"x"]);alert(1)</script>',
    '<script>self.__next_f.push([1,"x"+alert(1)])</script>',
    '<script>self.__next_f.push((alert(1),[0]))</script>',
  ])('does not name what found its way into a text: %s', (html) => {
    expect(scripts(html)).toBe("'self'");
  });

  test('lists the style sheet of the CV, and no other', () => {
    const styles = (html: string) => /style-src ([^;]*)/.exec(contentSecurityPolicy(html))?.[1];
    expect(styles(`<style>${cvStyle}</style>`)).toMatch(/^'self' 'sha256-\S+'$/);
    for (const html of ['<p></p>', '<style>p{}</style>', `<style>${cvStyle}p{}</style>`]) expect(styles(html)).toBe("'self'");
  });

  test('lets other sites embed the list of works only', () => {
    const page = { headers: { 'content-type': 'text/html' }, head: '', body: '<p></p>' };
    const ancestors = (url: string, status = 200) => {
      const { headers } = securePage({ ...page, status }, requestFor({ method: 'GET', headers: {}, hasSession: false }, url));
      return /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
    };
    expect(ancestors('/authors/ada/cv/works.html')).toBe('*');
    expect(ancestors('/authors/ada/cv/works.html', 404)).toBe("'none'");
    for (const url of ['/', '/authors/ada', '/authors/ada/cv/cv.html', '/me/authors/ada/cv/works.html'])
      expect(ancestors(url)).toBe("'none'");
  });
});
