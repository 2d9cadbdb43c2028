import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { InputError } from '#lib/catalog/sources/reading.ts';
import { type RorEvent, ror } from '#lib/catalog/sources/ror.ts';
import { createFolder } from './input-files.ts';

const first = {
  id: 'https://ror.org/05abcde12',
  name: 'University of Lampton',
  aliases: ['Lampton University'],
  acronyms: ['UL'],
  labels: [{ label: 'Universität Lampton', iso639: 'de' }],
  country: { country_name: 'United Kingdom', country_code: 'GB' },
  addresses: [{ city: 'Lampton', geonames_city: { id: 1 } }],
  status: 'active',
  links: ['http://www.lampton.example/'],
  relationships: [{ type: 'Child', label: 'Shade } "Institute"', id: 'https://ror.org/05abcde13' }],
};
const second = {
  id: 'https://ror.org/05abcde13',
  names: [
    { value: 'Shade Institute', types: ['ror_display', 'label'], lang: 'en' },
    { value: 'SI', types: ['acronym'], lang: null },
  ],
  locations: [{ geonames_id: 7, geonames_details: { country_code: 'FR', name: 'Lampe' } }],
  domains: ['shade.example'],
  links: [{ type: 'wikipedia', value: 'https://en.example/shade' }],
  status: 'inactive',
};

async function collectRor(name: string, content: string | Uint8Array) {
  const folder = createFolder({ [name]: content });
  try {
    const events: RorEvent[] = [];
    for await (const event of ror({ path: `${folder.path}/${name}`, name, bytes: content.length })) events.push(event);
    return {
      organisations: events.flatMap((event) => (event.kind === 'organisation' ? [event.organisation] : [])),
      quarantined: events.flatMap((event) => (event.kind === 'quarantined' ? [event.record] : [])),
    };
  } finally {
    folder.drop();
  }
}

describe('the ROR registry', () => {
  const expectedOrganisations = [
    {
      rorId: '05abcde12',
      name: 'University of Lampton',
      aliases: ['Lampton University', 'Universität Lampton'],
      acronyms: ['UL'],
      country: 'GB',
      city: 'Lampton',
      status: 'active',
      domains: ['lampton.example'],
    },
    {
      rorId: '05abcde13',
      name: 'Shade Institute',
      acronyms: ['SI'],
      country: 'FR',
      city: 'Lampe',
      status: 'inactive',
      domains: ['shade.example'],
    },
  ];

  test.each([
    ['as its dump, an array', 'ror.json', JSON.stringify([first, second], null, 2)],
    ['one record a line', 'ror.jsonl', `${JSON.stringify(first)}\n${JSON.stringify(second)}\n`],
    ['compressed', 'ror.jsonl.gz', gzipSync(`${JSON.stringify(first)}\n${JSON.stringify(second)}`)],
    [
      'as an answer of its API',
      'ror.json',
      JSON.stringify({ number_of_results: 2, items: [first, second], meta: { types: [{ id: 'x', title: 'y' }] } }),
    ],
  ])('is read %s', async (_, name, content) => {
    const { organisations, quarantined } = await collectRor(name, content);
    expect(organisations).toMatchObject(expectedOrganisations);
    expect(quarantined).toEqual([]);
  });

  test('skips a record that does not fit with a message, and reads the others', async () => {
    const { organisations, quarantined } = await collectRor(
      'ror.json',
      JSON.stringify([first, { ...second, status: 'asleep' }, { ...second, id: 'none' }]),
    );
    expect(organisations).toHaveLength(1);
    expect(quarantined.map(({ reason }) => reason)).toEqual([expect.stringMatching(/status/), expect.stringMatching(/rorId/)]);
  });

  test('rejects a file that is truncated or not a registry', { timeout: 10_000 }, async () => {
    const whole = JSON.stringify([first, second]);
    const { organisations, quarantined } = await collectRor('ror.json', whole.slice(0, -40));
    expect([organisations.length, quarantined[0]?.reason]).toEqual([1, expect.stringMatching(/ends within/)]);
    await expect(collectRor('other.json', '{"a": [1, 2]}')).rejects.toThrow(InputError);
    const nested = '{"a":'.repeat(100_000);
    await expect(collectRor('nested.json', `${nested}1${'}'.repeat(100_000)}`)).rejects.toThrow(/within one another/);
    await expect(collectRor('ror.json.gz', gzipSync(whole).subarray(0, 60))).rejects.toThrow(/gzip/);
    await expect(collectRor('ror.json.gz', 'plain')).rejects.toThrow(/gzip/);
  });
});
