import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inviteInput } from '#lib/community/invitations/model/invitation.ts';
import { parseMessage } from '#lib/community/invitations/model/markdown.ts';
import { labelStartsWithTarget, linkTarget, type MessageNode, messageHref } from '#lib/community/invitations/model/message.ts';
import { formatThread, messageInput } from '#lib/community/invitations/model/threads.ts';
import { measureCpuMs } from '../cpu-time.ts';

const all = (nodes: readonly MessageNode[]): MessageNode[] =>
  nodes.flatMap((node) => [node, ...(typeof node !== 'string' && 'of' in node ? all(node.of) : [])]);
const links = (text: string) =>
  all(parseMessage(text)).flatMap((node) => (typeof node !== 'string' && node.tag === 'link' ? [node.href] : []));
const words = (text: string): string =>
  all(parseMessage(text))
    .map((node) => (typeof node === 'string' ? node : 'text' in node ? node.text : ''))
    .join('');

describe('a message', () => {
  test('reads emphasis, lists, quotes, code and links', () => {
    expect(parseMessage('With *pleasure*.\nPlate **12** first.')).toEqual([
      {
        tag: 'p',
        of: ['With ', { tag: 'em', of: ['pleasure'] }, '.\nPlate ', { tag: 'strong', of: ['12'] }, ' first.'],
      },
    ]);
    expect(parseMessage('3. a\n4. b')).toMatchObject([{ tag: 'list', start: 3, of: [{ tag: 'item' }, { tag: 'item' }] }]);
    expect(parseMessage('> said\n\n```js\nx < 1\n```\n\n---')).toMatchObject([
      { tag: 'quote' },
      { tag: 'pre', text: 'x < 1' },
      { tag: 'rule' },
    ]);
    expect(links('See https://a.example/x, [the draft](https://b.example "title") and <mailto:a@b.example>.')).toEqual([
      'https://a.example/x',
      'https://b.example/',
      'mailto:a@b.example',
    ]);
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'a <b onclick="x">b</b>',
    '<!-- hidden -->',
    '<svg/onload=alert(1)>',
  ])('HTML stays text: %s', (text) => {
    expect(words(text)).toBe(text);
    expect(all(parseMessage(text)).every((node) => typeof node === 'string' || node.tag === 'p')).toBe(true);
  });

  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java&#115;cript:alert(1))',
    '[x](java\tscript:alert(1))',
    '<javascript:alert(1)>',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:x)',
    '[x](//evil.example)',
    '[x](/me)',
    '[x](file:///etc/passwd)',
    '[x](https://you@evil.example)',
    '![x](javascript:alert(1))',
    '[x]: javascript:alert(1)\n\n[x]',
  ])('no link leads where it must not: %s', (text) => {
    expect(links(text)).toEqual([]);
    expect(words(text)).toMatch(/x|alert/);
  });

  test('a link with another label shows its target', () => {
    const statesUrl = (label: string, address: string) => labelStartsWithTarget(label, linkTarget(address) ?? '');
    expect(statesUrl('https://a.example/x', 'https://a.example/x')).toBe(true);
    expect(statesUrl('A.example', 'https://a.example/')).toBe(true);
    expect(statesUrl('a@b.example', 'mailto:a@b.example')).toBe(true);
    expect(linkTarget('mailto:%E0%A4%A')).toBe('%E0%A4%A');
    for (const [label, address] of [
      ['the draft', 'https://a.example'],
      ['https://a.example', 'https://a.example.evil.example'],
      ['a.example.org', 'https://a.example'],
      ['a.example@evil.example', 'https://a.example'],
      ['https://bank.example', 'https://evil.example/https://bank.example'],
    ] as const)
      expect(statesUrl(label, address), label).toBe(false);
    expect(linkTarget('javascript:alert(1)')).toBeNull();
  });

  test.each(['&#x202e;', '&#8238;', '\u202e', '&#x2066;', '&#x0000;'])(
    'no character changes the direction of the text next to it: %s',
    (sign) => {
      for (const text of [
        `${sign}moc.live`,
        `\`${sign}a\``,
        `[${sign}a](https://a.example)`,
        `![${sign}a](https://a.example)`,
        `    ${sign}a`,
      ])
        expect(words(text)).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    },
  );

  test('a link without a label shows its URL', () => {
    for (const label of ['', ' ', '&#x200b;', '\u3164'])
      expect(parseMessage(`[${label}](https://a.example/x)`)).toEqual([
        { tag: 'p', of: [{ tag: 'link', href: 'https://a.example/x', of: ['https://a.example/x'] }] },
      ]);
  });

  test.each(['\u200b', '\u00ad', '\u3164', '\u2800', '\u0301', '\u2060 ', '\n'])(
    'thirty signs that nobody sees are no message: %j',
    (sign) => {
      const [threadId, recipientAuthorId] = ['abcabcabcabc', 'abcabcabcabc'];
      expect(messageInput.safeParse({ threadId, body: sign.repeat(30) }).success).toBe(false);
      const invited = (message: string) => inviteInput.safeParse({ recipientAuthorId, purpose: 'talk', message }).success;
      expect(invited(sign.repeat(30))).toBe(false);
      expect(invited(`${sign.repeat(30)}x`)).toBe(false);
      expect(invited(`Come and give a talk.${sign}`)).toBe(true);
      expect(invited('بیایید با هم می‌نویسیم؟')).toBe(true);
    },
  );

  test('pictures are links: nothing is fetched when a message is opened', () => {
    expect(links('![a heron](https://a.example/heron.png)')).toEqual(['https://a.example/heron.png']);
  });

  test.each([
    ['quotes', '>'.repeat(5000)],
    ['lists', '- '.repeat(2500)],
    ['mixed', '> - 1. '.repeat(700)],
    ['blanks between as many marks as may be', `${`>${' '.repeat(3)}`.repeat(12)}a\n`.repeat(20)],
    ['stars', '*a **a '.repeat(700)],
    ['brackets', '['.repeat(5000)],
    ['pictures', '!['.repeat(2500)],
    ['links', '[a]('.repeat(1250)],
    ['ticks', '`'.repeat(2500).replace(/``/g, '`a')],
    ['addresses', 'https://a.b/('.repeat(380)],
    ['at signs', 'a@b.c'.repeat(1000)],
    ['entities', '&#x1F4A9;'.repeat(550)],
    [
      'indented lists',
      Array.from({ length: 90 }, (_, each) => `${' '.repeat(each)}- a`)
        .join('\n')
        .slice(0, 5000),
    ],
  ])('a page bears 5,000 signs of %s', async (_, text) => {
    const deep = (nodes: readonly MessageNode[]): number =>
      nodes.reduce((most, node) => Math.max(most, typeof node !== 'string' && 'of' in node ? 1 + deep(node.of) : 0), 0);
    expect(await measureCpuMs(() => expect(deep(parseMessage(text))).toBeLessThanOrEqual(14))).toBeLessThan(1500);
  });

  test('any text is a message: only known nodes, only safe links', () => {
    const tags = ['p', 'quote', 'em', 'strong', 'item', 'head', 'list', 'code', 'pre', 'br', 'rule', 'link', 'math'];
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('[', '](', ')', '<', '>', '*', '_', '`', '\n', '- ', '# ', 'javascript:', 'https://a.b', '![', '&lt;', '$', '$$'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        for (const node of all(parseMessage(pieces.join('')))) {
          if (typeof node === 'string') continue;
          expect(tags).toContain(node.tag);
          if (node.tag === 'link') expect(messageHref(node.href)).toBe(node.href);
        }
      }),
      { numRuns: 500 },
    );
  });
});

test('a thread is readable as plain text', () => {
  const text = formatThread({
    kind: 'peergraph-thread',
    version: 1,
    id: 'x',
    purpose: 'writing a paper together',
    opened: '2026-07-01T12:00:00.000Z',
    you: { name: 'Mara', path: '/authors/mara' },
    other: { name: 'Tomás', path: null },
    messages: [
      {
        id: 'a',
        by: 'Tomás',
        mine: false,
        at: '2026-07-01T12:00:00.000Z',
        markdown: 'One.\n\nTwo.',
        works: [{ title: 'Herons', path: '/works/w' }],
      },
      { id: 'b', by: 'Mara', mine: true, at: '2026-07-02T08:30:00.000Z', markdown: 'Yes.', works: [] },
    ],
  });
  expect(text).toBe(
    'Thread of Mara and Tomás, about writing a paper together\nOpened 2026-07-01T12:00:00.000Z\n\nTomás, 2026-07-01 12:00 UTC\n  One.\n  \n  Two.\n  Work: Herons (/works/w)\n\nMara, 2026-07-02 08:30 UTC\n  Yes.\n',
  );
});
