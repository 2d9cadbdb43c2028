import { expect, test } from 'vitest';
import { evidenceChecks } from '#components/authors/evidence-checks.ts';
import { sourceLabel } from '#lib/catalog/sources/model.ts';

const check = (...ids: string[]) => {
  const record = { flags: [], claimState: 'unclaimed', kind: 'person', orcid: null, trust: { parts: [] } } as unknown as Parameters<
    typeof evidenceChecks
  >[0];
  const found = evidenceChecks({ ...record, sources: ids.map(sourceLabel) }).find(({ key }) => key === 'sources');
  return found && [found.met, found.text];
};

test('only independent sources are counted, and the owner is not one', () => {
  expect(check()).toBeUndefined();
  expect(check('owner')).toEqual([false, 'Listed by the owner']);
  expect(check('owner', 'sample')).toEqual([true, 'Listed by Peergraph sample']);
  expect(check('bibtex', 'sample')).toEqual([true, 'Listed by BibTeX file and Peergraph sample']);
  expect(check('bzpeer', 'scholar-feed')).toEqual([true, 'Listed by BZPEER and Scholar Feed']);
  expect(check('acl-anthology', 'bzpeer', 'owner', 'scholar-feed')).toEqual([true, '2 independent sources']);
});
