import { describe, expect, test } from 'vitest';
import { profileDescription } from '#components/authors/profile-description.ts';

type Described = Parameters<typeof profileDescription>[0];

const unclaimed = {
  name: 'Noor Haddad',
  owner: null,
  affiliation: null,
  hiddenFields: [],
  counters: { works: 22, followers: 0, topics: 4, closeCollaborators: 1 },
  contexts: { topics: { shown: ['Lamps', 'Tides', 'Maps', 'Birds'].map((name) => ({ name })) } },
} satisfies Described;
const affiliation = { name: 'Institute of Lamps', source: { id: 'owner', name: 'Owner' }, year: 2026 } as Described['affiliation'];
const owner = { role: { text: 'Lecturer' } } as Described['owner'];

describe('the description of a profile', () => {
  test('states the number of works, their authors and topics when nothing else is known', () => {
    expect(profileDescription(unclaimed)).toBe('22 works by Noor Haddad: Lamps · Tides · Maps. Co-authors, and the source of every fact.');
  });

  test('begins with role and affiliation', () => {
    const description = profileDescription({ ...unclaimed, owner, affiliation, counters: { ...unclaimed.counters, works: 1 } });
    expect(description).toBe('Lecturer, Institute of Lamps. 1 work: Lamps · Tides · Maps. Co-authors, and the source of every fact.');
  });

  test('names no hidden affiliation', () => {
    expect(profileDescription({ ...unclaimed, affiliation, hiddenFields: ['affiliations'] })).not.toContain('Institute');
  });
});
