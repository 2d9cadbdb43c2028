import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ClaimBox } from '#components/authors/claim-box.tsx';
import { EmptyDirectory } from '#components/authors/empty-directory.tsx';
import { ProfileActions } from '#components/authors/profile-actions.tsx';
import { SameNameNotice } from '#components/authors/same-name.tsx';
import { contextKindLabels } from '#components/contexts/context-labels.ts';
import { EmptyContextList } from '#components/contexts/empty-list.tsx';
import { FollowForm } from '#components/follows/follow-form.tsx';
import { followButtonVariant, parseFollowVariant } from '#components/follows/follow-request.ts';
import { ReportSteps } from '#components/reports/report-steps.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Bars } from '#components/ui/bars.tsx';
import { buttonClass } from '#components/ui/button-variants.ts';
import { LetterLinks } from '#components/ui/letters.tsx';
import { Monogram } from '#components/ui/monogram.tsx';
import { HistoryRows } from '#components/works/history-rows.tsx';
import { resolutionLabel } from '#lib/catalog/authors/model/author.ts';
import { contextKinds, contextPathSegments } from '#lib/catalog/contexts/model/context.ts';
import type { WorkChange } from '#lib/catalog/works/model/history.ts';
import type { SlotAuthor } from '#lib/portal/pages/model/author-record.ts';

const initials = (name: string): string => renderToStaticMarkup(createElement(Monogram, { name, slug: 'x' })).replace(/<[^>]*>/g, '');

test.each([
  ['Mara Lindqvist', 'ML'],
  ['Suharto', 'S'],
  ["Séamus O'Brien-Smith", 'SO'],
  ['Meng-Hao Guo', 'MG'],
  ['Abdul-Karim', 'AK'],
  ['张伟', '张'],
  ['محمد الأحمد', 'م\u200cا'],
])('the monogram of %s is %s', (name, letters) => {
  expect(initials(name)).toBe(letters);
});

test.each(contextKinds)('an empty list of each %s says what fills it, and leads to no other empty list', (kind) => {
  const html = renderToStaticMarkup(createElement(EmptyContextList, { kind, from: undefined }));
  expect(html).toContain(contextKindLabels[kind].filledBy);
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['/about#sources']);
  expect(renderToStaticMarkup(createElement(EmptyContextList, { kind, from: 'q' }))).toContain(`href="/${contextPathSegments[kind]}"`);
});

test('an empty directory says who fills it', () => {
  const html = (isClaimed: boolean, from?: string) =>
    renderToStaticMarkup(createElement(EmptyDirectory, { first: '/authors', from, isClaimed }));
  expect(html(false)).toContain('works that an operator imports');
  expect(html(false)).not.toContain('href="/authors"');
  expect(html(true)).toContain('Nobody has claimed a profile yet');
  expect(html(true, 'q')).toContain('No names match');
});

test('follow buttons of a list have no fields of their own, and the script keeps that', () => {
  const form = (variant?: 'plain') =>
    renderToStaticMarkup(
      createElement(FollowForm, {
        target: { authorId: 'a' },
        name: 'Noor',
        following: false,
        followers: null,
        back: '/',
        variant,
      }),
    );
  expect(form('plain')).toContain(`class="${buttonClass('plain')}" value="on" data-of="Noor" data-variant="plain"`);
  expect(form()).toContain(`class="${buttonClass('primary')}" value="on" data-of="Noor" name="want"`);
  expect([
    followButtonVariant(false, parseFollowVariant('plain')),
    followButtonVariant(false, parseFollowVariant(undefined)),
    followButtonVariant(true, 'plain'),
  ]).toEqual(['plain', 'primary', 'on']);
});

const author = { id: 'a', slug: 'noor', name: 'Noor', kind: 'person', counters: { followers: 2 } } as SlotAuthor;
const actions = (of: Partial<SlotAuthor>) =>
  renderToStaticMarkup(createElement(ProfileActions, { author: { ...author, ...of }, viewer: null })).match(/class="button [^>]*>/g) ?? [];

test('a profile offers one main action: an invitation if it is open, otherwise a follow', () => {
  const [invite, follow, ...rest] = actions({ claimState: 'claimed', availability: { open: true, purposes: [], note: null } });
  expect(invite).toContain(`${buttonClass('primary')}" href="/invite/noor"`);
  expect(follow).toContain(`${buttonClass('plain')}" href="/sign-in?`);
  expect(rest.join()).not.toContain(buttonClass('primary'));
  expect(actions({ claimState: 'unclaimed' })[0]).toContain(`${buttonClass('primary')}" href="/sign-in?`);
});

test('a claimed profile says what its owner has shown, and never that more is proved', () => {
  const box = (of: Partial<SlotAuthor>) =>
    renderToStaticMarkup(createElement(ClaimBox, { author: { ...author, claimState: 'claimed', created: false, ...of }, viewer: null }));
  expect(box({ ownerStrength: 'strong' })).toContain('has shown a strong proof that it is theirs');
  expect(box({ ownerStrength: 'fair' })).toContain('some evidence that it is theirs, but no strong proof');
  expect(box({ ownerStrength: 'weak' })).toContain('They have not proved that it is theirs');
  expect(box({ ownerStrength: 'weak', created: true })).toContain('has not proved that it is about them');
  for (const ownerStrength of ['weak', 'fair', null] as const)
    for (const created of [true, false]) expect(box({ ownerStrength, created })).not.toMatch(/has (proved|shown a strong)/);
});

test('an authorship that its owner entered rests on the owner’s statement, whatever ids the entry has', () => {
  expect(resolutionLabel('person_id', 'owner')).toBe(resolutionLabel('owner', 'acl-anthology'));
  expect(resolutionLabel('person_id', 'acl-anthology')).toContain('an id of its own');
});

test('the alphabet is shown for lists with more than a few entries, and for their parts', () => {
  const letters = (count: number, current?: string) =>
    renderToStaticMarkup(
      createElement(LetterLinks, { label: 'Letters', path: '/x', current, letters: [{ heading: 'Z', from: 'z', count }] }),
    );
  expect([letters(5), letters(6), letters(5, 'z')].map((drawn) => drawn.includes('<nav'))).toEqual([false, true, true]);
});

test('numbers of bars have separators, in the chart and in the table', () => {
  const bars = [
    { label: '2023', value: 6 },
    { label: '2024', value: 1596 },
  ];
  const drawn = renderToStaticMarkup(createElement(Bars, { title: 'Links', labelName: 'Year', valueName: 'Links', bars }));
  expect(drawn.match(/1,596/g)).toHaveLength(3);
  expect(drawn).not.toContain('1596');
});

test('a short label is above the middle of its bar, a long one inside the chart', () => {
  const html = (value: number) =>
    renderToStaticMarkup(
      createElement(Bars, {
        title: 'Works by year',
        labelName: 'Year',
        valueName: 'Works',
        bars: Array.from({ length: 18 }, (_, at) => ({ label: `${2000 + at}`, value })),
      }),
    );
  expect(html(3).match(/<text x="50%" text-anchor="middle" y="[\d.]+" class="fill-ink/g)).toHaveLength(18);
  expect(html(1234)).toMatch(/<text x="0%" y="[\d.]+" class="fill-ink/);
});

test('a report offers “another person owns this” only for a claimed profile', () => {
  const steps = (claimed: boolean) =>
    renderToStaticMarkup(
      createElement(ReportSteps, {
        subject: 'author',
        about: { id: 'a', path: '/authors/noor', claimed },
        kind: null,
        sent: null,
        signedIn: false,
      }),
    );
  expect(steps(true)).toContain('The owner is somebody else');
  expect(steps(false)).not.toContain('The owner is somebody else');
  expect(steps(false)).toContain('A work is missing');
});

test('a profile names the other one with the same name, and links to several', () => {
  const shown = (...names: string[]) =>
    renderToStaticMarkup(
      createElement(SameNameNotice, {
        author: {
          slug: 'noor',
          name: 'Noor Haddad',
          similarNames: names.map((name, at) => ({ slug: `noor-${at}`, name, works: 2, reason: '' })),
        },
      }),
    );
  expect(shown('N. Haddad')).toBe('');
  expect(shown('N. Haddad', 'Noor Haddad')).toContain('the same name: <a href="/authors/noor-1">Noor Haddad</a>, 2 works');
  expect(shown('Noor Haddad', 'Noor Haddad')).toContain('<a href="/authors/noor/sources#names">2 other profiles have the same name</a>');
});

test('a history of several works lists works first seen on one day as one entry', () => {
  const changeOf = (id: string, more: Partial<WorkChange> = {}): WorkChange => ({
    ...{
      id,
      kind: 'first',
      source: { id: 'dblp', name: 'dblp', href: null } as WorkChange['source'],
      at: new Date('2026-01-02T08:00:00Z'),
    },
    ...{ work: { id, title: `Work ${id}`, language: null }, facts: [] },
    ...more,
  });
  const changes = [
    ...[changeOf('a'), changeOf('b', { at: new Date('2026-01-02T20:00:00Z') }), changeOf('c', { kind: 'ended' })],
    ...[changeOf('d'), changeOf('e', { at: new Date('2026-01-01T08:00:00Z') })],
    changeOf('f', { at: new Date('2026-01-01T08:00:00Z'), source: { id: 'hal', name: 'HAL', href: null } as WorkChange['source'] }),
  ];
  const entries = (withWorks: boolean) =>
    renderToStaticMarkup(createElement(HistoryRows, { changes, withWorks })).match(/<li class="py-3">/g)?.length;
  expect([entries(true), entries(false)]).toEqual([5, 6]);
  expect(renderToStaticMarkup(createElement(HistoryRows, { changes, withWorks: true })).replace(/<[^>]*>/g, '')).toMatch(
    /dblp listed 2 works for the first time:Work aWork b/,
  );
});

test.each([
  ['1', 'It works again in 1 minute.'],
  ['58', 'It works again in 58 minutes.'],
  ['1412', 'It works again in 24 hours.'],
  ['0', ''],
  ['x', ''],
])('a refusal says when it works again: after %s minutes', (minutes, sentence) => {
  const text = renderToStaticMarkup(createElement(RefusalNotice, { refusal: { title: 'T', detail: 'D.', action: 'A.' }, minutes }));
  expect(text.replace(/<[^>]*>/g, ' ')).toContain(sentence);
  expect(text.includes('again')).toBe(sentence !== '');
});
