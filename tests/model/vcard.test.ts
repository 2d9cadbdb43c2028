import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vcardOf } from '#lib/portal/pages/model/vcard.ts';

const author = {
  ...{
    id: '0123456789ab',
    slug: 'ada-lovelace',
    kind: 'person',
    family: 'Lovelace',
    orcid: null,
    owner: null,
    updatedAt: new Date('2026-11-30T07:00:00.123Z'),
  },
} as const;
const cardOf = (name: string, more: object = {}) =>
  vcardOf({ ...author, name, affiliation: null, ...more } as never, 'https://peers.example.org');

test('a vCard says what the profile shows', () => {
  expect(cardOf('Ada Lovelace', { affiliation: { name: 'Royal Society; London, UK' } })).toBe(
    [
      ...[
        'BEGIN:VCARD',
        'VERSION:4.0',
        'KIND:individual',
        'UID:https://peers.example.org/authors/0123456789ab',
        'FN:Ada Lovelace',
        'N:Lovelace;Ada;;;',
      ],
      ...[
        'ORG:Royal Society\\; London\\, UK',
        'URL:https://peers.example.org/authors/ada-lovelace',
        'REV:20261130T070000Z',
        'END:VCARD',
        '',
      ],
    ].join('\r\n'),
  );
});

test('no name adds a property, and no line is longer than 75 octets', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      const card = cardOf(name.toWellFormed());
      const lines = card.split('\r\n');
      expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
      const names = card
        .replaceAll('\r\n ', '')
        .split('\r\n')
        .map((line) => line.split(':')[0]);
      expect(names).toEqual(['BEGIN', 'VERSION', 'KIND', 'UID', 'FN', 'N', 'URL', 'REV', 'END', '']);
    }),
  );
});
