import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { archiveFileName, type ExportContent, formatSize, toJsonSchemas } from '#lib/portal/exports/model/archive.ts';
import { exportFiles, fileLabels } from '#lib/portal/exports/model/format.ts';
import { escapeHtml, html } from '#lib/portal/exports/model/html.ts';
import { renderIndexPage } from '#lib/portal/exports/model/page.ts';
import { csvTables } from '#lib/portal/exports/model/tables.ts';
import { archiveFileSchemas } from '#lib/portal/exports/queries/archived-rows.ts';

const textual = fc.string({ unit: 'binary' });

describe('the page of an archive', () => {
  test('lets no text end an element, an attribute or a reference', () => {
    fc.assert(fc.property(textual, (text) => !/[<>"']|&(?!(amp|lt|gt|quot|#39);)/.test(escapeHtml(text))));
    fc.assert(fc.property(textual, (text) => html`<p title="${text}">${text}</p>`.html.split('<').length === 3));
  });

  const empty = {
    account: {
      account: {
        id: 'a',
        name: null,
        email: null,
        emailConfirmedAt: null,
        recoveryEmail: null,
        recoveryConfirmedAt: null,
        createdAt: null,
        sample: false,
      },
      logins: [],
      sessions: [],
      passkeys: [],
      roles: [],
      pendingAddress: null,
      pendingRecovery: null,
      erasure: null,
    },
    claims: { claims: [], proofs: [], private: [], objections: [] },
    reviews: { aboutYou: [], votes: [] },
    acts: { acts: [], rolesGiven: [] },
    records: { records: [] },
    trust: { records: [] },
    words: { words: [] },
    follows: { people: [], places: [] },
    searches: { searches: [] },
    saved: { works: [] },
    notifications: { notifications: [] },
    settings: { kinds: [], digest: null },
    invitations: { invitations: [] },
    threads: { threads: [] },
    collaborations: { collaborations: [] },
    boundaries: { blocked: [], muted: [], kept: [] },
    reports: { reports: [] },
    changes: { changes: [] },
    visibility: { requests: [] },
    exports: { copies: [], takenIn: [] },
  } satisfies ExportContent;
  const facts = { instance: 'https://one.example', madeAt: new Date(0), paths: ['csv/follows.csv', 'works.csl.json'] };

  test('names every file, has no script, and loads nothing', () => {
    const page = renderIndexPage(empty, facts);
    for (const file of exportFiles) expect(page).toContain(`href="data/${file}.json"`);
    expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'");
    expect(page).not.toMatch(/<script|<img|<link|\bsrc=|@import|url\(/);
  });

  test('keeps texts of people as text, and no link leads to script', () => {
    const write = fc.oneof(
      textual,
      fc.constantFrom('<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'javascript:alert(1)', ']]>-->'),
    );
    fc.assert(
      fc.property(write, write, (text, name) => {
        const content: ExportContent = {
          ...empty,
          searches: { searches: [{ query: text, name, state: 'on', since: '', places: [] }] },
          notifications: { notifications: [{ kind: text, title: name, text, path: text, at: '', readAt: null }] },
          follows: { people: [{ id: 'x', name, path: text, state: 'on', since: '', orcids: [], people: [], works: [] }], places: [] },
        };
        const page = renderIndexPage(content, facts);
        return (
          !/<(script|img|iframe|svg)\b/i.test(page) && !/href="(?!https:\/\/one\.example|#|data\/|csv\/|works|schemas|manifest)/.test(page)
        );
      }),
    );
  });

  test('shows pinned works by title and hidden fields by label, and values that it cannot read unchanged', () => {
    const work = {
      year: 2020,
      position: 1,
      as: 'A',
      affiliation: null,
      resolvedBy: '',
      source: '',
      state: '',
      opinion: null,
      opinionAt: null,
    };
    const pageOf = (field: string, value: string) =>
      renderIndexPage(
        {
          ...empty,
          records: {
            records: [
              {
                ...{
                  id: 'x',
                  name: 'A',
                  path: '/authors/a',
                  owned: true,
                  claimState: 'claimed',
                  visibility: 'visible',
                  orcids: [],
                  people: [],
                },
                ...{ availability: null, indicatorsHidden: false, statements: [{ field, value, at: '' }] },
                works: [{ ...work, id: 'w1', title: 'On Lamps', identifiers: [], sources: [] }],
              },
            ],
          },
        },
        facts,
      );
    expect(pageOf('pinned', '["w1","w2"]')).toContain('<dd>On Lamps; w2</dd>');
    const privacy = '{"hidden":["coauthors"],"indexed":false}';
    expect(pageOf('privacy', privacy)).toContain('<dd>hidden: Co-authors. Search engines must not list the profile</dd>');
    expect(pageOf('privacy', '{"hidden":1}')).toContain('<dd>{&quot;hidden&quot;:1}</dd>');
    expect(pageOf('pinned', 'no JSON')).toContain('<dd>no JSON</dd>');
  });

  test('has no table cell that is a formula', () => {
    fc.assert(
      fc.property(fc.constantFrom('=', '+', '-', '@', '\t', '＝'), textual, (sign, rest) => {
        const content = {
          ...empty,
          searches: { searches: [{ query: 'q=a', name: `${sign}${rest}`, state: 'on', since: '', places: [] }] },
        };
        const row = csvTables.searches?.(content).text.split('\r\n').slice(1).join('\r\n') ?? '';
        return row.startsWith("'") || row.startsWith(`"'`);
      }),
    );
  });
});

describe('texts and forms of an archive', () => {
  test('exist for every file', () => {
    for (const file of exportFiles) {
      expect(fileLabels[file].title).not.toBe('');
      expect(toJsonSchemas(archiveFileSchemas).files).toHaveProperty([`data/${file}.json`]);
    }
  });

  test('show readable sizes and names', () => {
    expect([0, 999, 1000, 20_828, 1_500_000, 2 ** 31].map(formatSize)).toEqual([
      '0 bytes',
      '999 bytes',
      '1.0 kB',
      '21 kB',
      '1.5 MB',
      '2.1 GB',
    ]);
    expect(archiveFileName('https://peer.example.org:8443', new Date(0))).toBe('peergraph-peer.example.org-8443-1970-01-01.zip');
  });
});
