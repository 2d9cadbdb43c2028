import { expect, test } from 'vitest';
import { recordDocument } from './record-document.ts';

test('docs/specifications/record.md is generated from the list of fields', async () => {
  await expect(recordDocument()).toMatchFileSnapshot('../../docs/specifications/record.md');
});
