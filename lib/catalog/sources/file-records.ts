import { hash } from 'node:crypto';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { tokenize } from '#lib/platform/text/tokenizer.ts';
import type { ImportedWork } from './model.ts';

/** Shorter titles are those of several works. */
const distinctiveCharacters = 20;

/**
 * Returns the id of a record of a file without ids of its own: the same for an equal title, family name of the first person, year, and
 * container or volume. So a work is the same in a renamed file, in two files, and under another citation key; and chapters are not their book,
 * whatever DOI they state.
 */
export function fileRecordId({ title, authors, contributors = [], year, venue, volume, ...rest }: Omit<ImportedWork, 'recordId'>): string {
  const first = authors[0] ?? contributors[0];
  const titleKey = tokenize(plainText(title ?? [])).join(' ');
  const parts = [
    titleKey,
    nameKey(first?.family ?? first?.name.split(' ').at(-1) ?? ''),
    String(year ?? ''),
    tokenize(venue ?? '').join(' ') || tokenize(volume ?? '').join(' '),
    // A journal has many editorials and obituaries in one year.
    ...(titleKey.length < distinctiveCharacters
      ? [volume, rest.issue, rest.pages, rest.identifiers.map(({ value }) => value).join(' ')]
      : []),
  ];
  return `file:${hash('sha256', parts.join('\n'), 'base64url').slice(0, 22)}`;
}
