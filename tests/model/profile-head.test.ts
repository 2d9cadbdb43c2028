import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EvidenceBar } from '#components/authors/evidence-bar.tsx';
import { ProfileHead } from '#components/authors/profile-head.tsx';
import { TrustSnapshot } from '#components/authors/trust-snapshot.tsx';
import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';

const authorWith = (more: object) =>
  ({
    ...{
      slug: 'ada',
      name: 'Ada Byron',
      family: null,
      kind: 'person',
      claimState: 'unclaimed',
      owner: null,
      affiliation: null,
      orcid: null,
      ownerProof: null,
    },
    ...{ hiddenFields: [], nativeNames: [], ownPages: [], flags: [], sources: [], fitsOnePerson: false, sameName: [], similarNames: [] },
    contexts: { topics: { shown: [] } },
    counters: { works: 0, followers: 0, topics: 0, closeCollaborators: 0 },
    trust: { points: 0, label: 'Not computed yet', level: 0, parts: [] },
    ...more,
  }) as unknown as AuthorView;

const textOf = (more: object): string =>
  [ProfileHead, EvidenceBar].map((part) => renderToStaticMarkup(createElement(part, { author: authorWith(more), actions: null }))).join();
const compiled = {
  sources: [{ id: 'bibtex', name: 'BibTeX file' }],
  counters: { works: 3, followers: 0, topics: 0, closeCollaborators: 0 },
};

test('the head of a profile says what no source states, and no role that nobody stated', () => {
  const text = textOf(compiled);
  expect(text).toContain('Affiliation not imported');
  expect(text).toContain('No biography yet');
  expect(text).not.toContain('Researcher');
  const stated = textOf({
    ...compiled,
    affiliation: { name: 'Lamp University', source: { id: 'bibtex', name: 'BibTeX file' }, year: null },
  });
  expect(stated).not.toContain('Affiliation not imported');
  for (const hidden of [{ hiddenFields: ['affiliations', 'biography'] }, { kind: 'organisation' }])
    expect(textOf({ ...compiled, ...hidden })).not.toMatch(/not imported|No biography/);
});

test('an empty profile claims nothing about its works or its trust', () => {
  expect(textOf({})).not.toMatch(/not imported|No biography|Works fit|Trust|Not computed|L0/);
});

test('trust is said in words, and its points are only in the snapshot at the side', () => {
  const trust = {
    points: 43,
    label: 'Emerging',
    level: 3,
    levelName: 'Control-proved',
    computedAt: new Date('2026-11-29'),
    parts: [{ part: 'control', points: 9, lines: [] }],
  };
  const unclaimed = textOf({ ...compiled, trust });
  expect(unclaimed).toContain('From 1 source · not claimed');
  const claimed = textOf({ ...compiled, trust, claimState: 'claimed', ownerProof: { kind: 'institution_email', year: 2026 } });
  expect(claimed).toMatch(/Claimed · [^<]* 2026/);
  for (const text of [unclaimed, claimed]) expect(text).not.toMatch(/43|Emerging|L3/);
  const snapshot = renderToStaticMarkup(createElement(TrustSnapshot, { author: authorWith({ trust }) }));
  expect(snapshot.replace(/<[^>]*>/g, '')).toMatch(/Trust 43 · Emerging · L3.*Control-proved, 29 November 2026/);
});
