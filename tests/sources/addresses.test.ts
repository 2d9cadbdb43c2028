import { describe, expect, test } from 'vitest';
import { addressesIn, assignAddresses, extractAddresses, sealAddresses } from '#lib/catalog/sources/addresses.ts';
import { bibtex } from '#lib/catalog/sources/bibtex/adapter.ts';
import { type ImportEvent, type ImportedWork, importedWork } from '#lib/catalog/sources/model.ts';
import { createSeal } from '#lib/platform/keys/seal.ts';
import { measureCpuMs } from '../cpu-time.ts';
import { collectEvents, createFolder } from './input-files.ts';

const seal = createSeal('printed addresses', 'a secret of at least 32 characters');
const ada = seal('ada@lamps.example');
const grace = seal('hopper@ships.example');

async function read(bib: string) {
  const folder = createFolder({ 'lamps.bib': bib });
  try {
    const { works, quarantined } = await collectEvents(sealAddresses(bibtex(await folder.files('.bib')), seal));
    return { works: works.map((work) => importedWork.parse(work)), quarantined };
  } finally {
    folder.drop();
  }
}
const printedAddressesOf = (work: ImportedWork | undefined) => work?.authors.map(({ printedAddresses = [] }) => printedAddresses);
const entry = (authors: string, more: string) => `@article{lamp, title = {On Lamps}, author = {${authors}}, ${more}, year = 2020}`;

describe('email addresses in a text', () => {
  test('are found singly and in groups, and removed with the words around them', () => {
    expect(addressesIn('{Ada, grace}@Lamps.example or p@1')).toEqual(['ada@lamps.example', 'grace@lamps.example']);
    expect(extractAddresses('Institute of Lamps, Turin, E-mail: ada@lamps.example')).toEqual({
      text: 'Institute of Lamps, Turin',
      addresses: ['ada@lamps.example'],
    });
    expect(extractAddresses('Ada Lovelace <ada@lamps.example>').text).toBe('Ada Lovelace');
    expect(extractAddresses('Ada Lovelace (ada@lamps.example)').text).toBe('Ada Lovelace');
    expect(extractAddresses('Precision@10 and P@5.').text).toBe('Precision@10 and P@5.');
  });

  test('are found in linear time, in any text', async () => {
    const texts = ['a.'.repeat(60_000), `${'a-'.repeat(60_000)}@`, `x@${'a.'.repeat(60_000)}`, '{a,'.repeat(40_000), '@'.repeat(120_000)];
    texts.push(
      ...['(', ''].map((sign) => `ada@lamps.example ${sign}${' '.repeat(120_000)}x `),
      `ada@lamps.example ${':'.repeat(120_000)}x `,
    );
    expect(await measureCpuMs(() => texts.map((text) => extractAddresses(`${text}@`)))).toBeLessThan(2000);
  });
});

describe('the author of an email address', () => {
  const people = [{ name: 'Ada King Lovelace', family: 'Lovelace' }, { name: 'Grace Hopper' }, { name: 'Jörg Müller' }];
  const authorsOf = (addresses: string[], authors = people, authorsComplete = true) =>
    assignAddresses(
      addresses.map((address) => ({ address, authorIndex: null })),
      { authors, authorsComplete },
    );
  test('is found by its local part if that is one author’s name', () => {
    for (const local of ['ada.lovelace', 'alovelace', 'aklovelace', 'lovelace', 'lovelace.ada', 'a_lovelace+papers', 'ada-lovelace2'])
      expect(authorsOf([`${local}@x.example`]), local).toEqual([0]);
    expect(authorsOf(['muller@x.example'])).toEqual([2]);
    for (const local of ['ada', 'info', 'love', 'glovelace', 'lamps.lab']) expect(authorsOf([`${local}@x.example`]), local).toEqual([null]);
    expect(authorsOf(['hopper@x.example'], [...people, { name: 'Georg Hopper' }])).toEqual([null]);
  });

  test('is found by order only if all authors are listed with as many addresses, and no name contradicts', () => {
    expect(authorsOf(['k9@x.example', 'gmh@x.example', 'jm@x.example'])).toEqual([0, 1, 2]);
    expect(authorsOf(['k9@x.example', 'gmh@x.example', 'jm@x.example'], people, false)).toEqual([null, null, null]);
    expect(authorsOf(['k9@x.example', 'ada.lovelace@x.example', 'jm@x.example'])).toEqual([null, 0, null]);
    expect(authorsOf(['k9@x.example', 'gmh@x.example'])).toEqual([null, null]);
    expect(authorsOf(['k9@x.example'], [{ name: 'Grace Hopper' }])).toEqual([0]);
  });
});

describe('a BibTeX file', () => {
  test('keeps hashes next to the names that addresses clearly belong to, in each notation', async () => {
    const two = 'Lovelace, Ada and Hopper, Grace';
    for (const [authors, field] of [
      [two, 'email = {ada@lamps.example and hopper@ships.example}'],
      [two, 'author+email = {ada@lamps.example; hopper@ships.example}'],
      [two, 'author+an:email = {2="hopper@ships.example"; 1="ada@lamps.example"}'],
      ['Ada Lovelace <ada@lamps.example> and Grace Hopper (hopper@ships.example)', 'month = mar'],
      ['Lovelace, Ada <ada@lamps.example> and Hopper, Grace <hopper@ships.example>', 'month = mar'],
    ] as const) {
      const { works } = await read(entry(authors, field));
      expect(printedAddressesOf(works[0]), field).toEqual([[ada], [grace]]);
      expect(works[0]?.authors.map(({ name, family }) => [name, family])).toEqual([
        ['Ada Lovelace', 'Lovelace'],
        ['Grace Hopper', 'Hopper'],
      ]);
      expect(JSON.stringify(works)).not.toContain('@');
    }
    expect(printedAddressesOf((await read(entry(two, 'email = {hopper@ships.example}'))).works[0])).toEqual([[], [grace]]);
    expect(printedAddressesOf((await read(entry(two, 'email = {team@lamps.example}'))).works[0])).toEqual([[], []]);
    expect(printedAddressesOf((await read(entry(`${two} and others`, 'email = {ada@lamps.example and team@x.example}'))).works[0])).toEqual(
      [[], []],
    );
  });

  test('keeps no address in an abstract, a title or the excerpt of a skipped entry', async () => {
    const { works, quarantined } = await read(
      `${entry('Lovelace, Ada', 'abstract = {Write to ada@lamps.example for $x^2$ data.}')}\n@misc{none, note = {ada@lamps.example}}`,
    );
    expect(works[0]?.abstract).toEqual(['Write to [address not shown] for ', { tag: 'math', tex: 'x^2' }, ' data.']);
    expect(quarantined).toHaveLength(1);
    expect(JSON.stringify({ works, quarantined })).not.toContain('@lamps');
  });
});

test('an affiliation with an address gives it to its author, and keeps the organisation', async () => {
  const work: ImportedWork = {
    source: 'acl-anthology',
    recordId: '2024.lamp-1.1',
    title: ['Lamps'],
    type: 'paper',
    identifiers: [],
    authors: [
      { name: 'Ada Lovelace', affiliation: 'Institute of Lamps, ada@lamps.example' },
      { name: 'Grace Hopper', affiliation: 'Ships, {team, hopper}@ships.example' },
      { name: 'Nobody@named.example Nobody@named.example', family: 'Nobody@named.example' },
    ],
    authorsComplete: true,
    indicators: [],
  };
  async function* events(): AsyncGenerator<ImportEvent> {
    yield { kind: 'work', input: 'x', work };
  }
  const { works } = await collectEvents(sealAddresses(events(), seal));
  expect(works[0]?.authors).toEqual([
    { name: 'Ada Lovelace', affiliation: 'Institute of Lamps', printedAddresses: [ada], printedHosts: ['lamps.example'] },
    { name: 'Grace Hopper', affiliation: 'Ships', printedAddresses: [grace], printedHosts: ['ships.example'] },
    { name: 'nobody', printedAddresses: [seal('nobody@named.example')], printedHosts: ['named.example'] },
  ]);
});

test('a hash depends on the secret, and reveals nothing without it', () => {
  expect(createSeal('printed addresses', 'another secret of 32 characters or more')('ada@lamps.example')).not.toBe(ada);
  expect(ada).toMatch(/^[\w-]{43}$/);
});
