import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DraftForm } from '#components/additions/draft-form.tsx';
import type { Draft, DraftEntry } from '#lib/governance/additions/model.ts';

const createEntry = (own: number): DraftEntry => ({
  at: 0,
  title: 'Lamps',
  facts: '2020',
  authors: ['Ada Byron'],
  own,
  same: null,
  alike: [],
});
const renderForm = (own: number): string => {
  const draft: Draft = { seen: 'x', entries: [createEntry(own)], faults: [] };
  const props = { draft, slug: null, action: async () => null, fields: createElement('i'), submit: 'Create the profile' };
  return renderToStaticMarkup(createElement(DraftForm, props));
};

test('works that were read are sent with a button, unless none of them can be added', () => {
  expect(renderForm(0)).toContain('Create the profile');
  expect(renderForm(-1)).toContain('cannot be added');
  expect(renderForm(-1)).not.toContain('Create the profile');
});
