import { expect, test } from 'vitest';
import { isFormTooLarge, maxFormBytes } from '#lib/platform/http/form-size.ts';

const formOf = (values: Record<string, string | Blob>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
};

test('a form is measured in bytes, with its files', () => {
  const half = maxFormBytes / 2;
  expect(isFormTooLarge(formOf({ text: 'x'.repeat(half) }))).toBe(false);
  expect(isFormTooLarge(formOf({ text: 'é'.repeat(half) }))).toBe(true);
  expect(isFormTooLarge(formOf({ file: new Blob(['x'.repeat(half)]) }))).toBe(false);
  expect(isFormTooLarge(formOf({ text: 'x'.repeat(half), file: new Blob(['x'.repeat(half)]) }))).toBe(true);
});

test('none that passes has a body that the server refuses', async () => {
  const form = formOf({ text: 'x'.repeat(maxFormBytes - 600), file: new File(['y'], 'works.bib', { type: 'application/x-bibtex' }) });
  expect(isFormTooLarge(form)).toBe(false);
  expect((await new Response(form).arrayBuffer()).byteLength).toBeLessThanOrEqual(maxFormBytes);
});
