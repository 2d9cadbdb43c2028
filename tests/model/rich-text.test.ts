import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { RichText } from '#components/works/rich-text.tsx';
import { importedName } from '#lib/catalog/sources/model.ts';
import { type RichText as Tree, withoutUnsafeCharacters } from '#lib/platform/text/rich-text.ts';
import { richText } from '#lib/platform/text/rich-text-schema.ts';
import { measureCpuMs } from '../cpu-time.ts';

const page = (tree: Tree, linked = false): string => renderToStaticMarkup(createElement(RichText, { tree, linked }));
const formula = (tex: string): string => page([{ tag: 'math', tex }]);

describe('a rendered title', () => {
  it('has bold letters within a word, and a formula as MathML', () => {
    expect(page([{ tag: 'b', of: ['L'] }, 'oss'])).toMatch(/<b[^>]*>L<\/b>oss/);
    expect(formula('\\Theta(\\log N)')).toContain('<math');
  });

  it('links a URL once, and not inside a link', () => {
    const tree: Tree = [{ tag: 'a', href: 'https://example.org/', of: ['code'] }];
    expect(page(tree)).toContain('href="https://example.org/"');
    expect(page(tree, true)).toBe('code');
  });
});

describe('hostile text in a title', () => {
  it.each([
    '\\href{javascript:alert(1)}{x}',
    '\\url{javascript:alert(1)}',
    '\\htmlData{onload=alert(1)}{x}',
    '\\htmlStyle{position:fixed}{x}',
    '\\includegraphics{https://example.org/x.png}',
    '\\text{</annotation></semantics></math><script>alert(1)</script>}',
    '\\unclosed{',
  ])('%s runs, loads and links nothing', (tex) => {
    expect(formula(tex)).not.toMatch(/<script|<img|<a\s|\son\w+=|href=|style="position/i);
  });

  it('a formula that KaTeX cannot parse is shown as its escaped source', () => {
    expect(formula('\\frac{<b>')).toBe('<span>\\frac{&lt;b&gt;</span>');
  });

  it('a macro that expands exponentially is stopped, and shown as text', async () => {
    const doubles = () => expect(formula('\\def\\a{\\a\\a}\\a')).not.toContain('<math');
    expect(await measureCpuMs(doubles)).toBeLessThan(1_000);
  });

  it.each([
    '\\kern{-30em}\\text{Verified}',
    '\\hspace{-300pt}x',
    '\\mkern{-300mu}x',
    '\\raisebox{40em}{x}',
    '\\rule[-30em]{1em}{1em}',
    '\\llap{x}',
  ])('%s would be painted over what stands around it, and is text', (tex) => {
    expect(formula(tex)).not.toContain('<math');
  });

  it.each(['a \\quad b', 'x\\!y', '\\xrightarrow{abc}', '\\smash{y}', '\\phantom{abc}', '\\mkern{-3mu}x'])(
    '%s stays in its place, and is a formula',
    (tex) => {
      expect(formula(tex)).toContain('<math');
    },
  );

  it('tags are shown as text, and a URL with another protocol is not a link', () => {
    expect(page(['<script>'])).toBe('&lt;script&gt;');
    expect(page([{ tag: 'a', href: 'javascript:alert(1)', of: ['x'] }])).toBe('x');
  });
});

describe('characters that are removed from every text', () => {
  it('direction marks and control characters in titles and names', () => {
    expect(richText.parse(['a\u202eb\u0000c', { tag: 'b', of: ['\u2066d\ne'] }])).toEqual(['abc', { tag: 'b', of: ['d\ne'] }]);
    expect(importedName.parse({ name: ' \u202eAda\u0007 Byron ' }).name).toBe('Ada Byron');
    expect(importedName.safeParse({ name: '\u202e' }).success).toBe(false);
  });

  it('unpaired surrogates and noncharacters, while pairs stay', () => {
    expect(richText.parse(['a\ud800b\uffffc\udfff', '\ufffe𝔸🦆'])).toEqual(['abc', '𝔸🦆']);
    expect(importedName.parse({ name: 'Ada \ud83dByron' }).name).toBe('Ada Byron');
  });

  it('no marks that a script needs', () => {
    for (const name of ['אב\u200fג', 'م\u200cن', 'न\u200dप']) expect(importedName.parse({ name }).name).toBe(name);
  });
});

describe('zero-width spaces', () => {
  it('are removed, except between words of a script without spaces; joiners stay', () => {
    expect(withoutUnsafeCharacters('zero\u200bwidth \u200bspace\u200b\u200bs\ufeff\u2060')).toBe('zerowidth spaces');
    const kept = ['ភាសា\u200bខ្មែរ', 'می\u200cخواهم', 'क\u094d\u200dष'];
    for (const text of kept) expect(withoutUnsafeCharacters(text)).toBe(text);
    expect(withoutUnsafeCharacters('ខ្មែរ\u200bword\u200bខ្មែរ')).toBe('ខ្មែរwordខ្មែរ');
  });
});
