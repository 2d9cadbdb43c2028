import { expect, test } from 'vitest';
import { OrcidWorksForm } from '#components/additions/orcid-form.tsx';

test('offers no ORCID connection if this instance is not configured for it', () => {
  const account = { authorId: 'one', orcid: null };
  expect(OrcidWorksForm({ ...account, canConnect: false })).toBeNull();
  expect(OrcidWorksForm({ ...account, canConnect: true })).not.toBeNull();
  expect(OrcidWorksForm({ ...account, orcid: '0000-0002-1825-0097', canConnect: false })).not.toBeNull();
});
