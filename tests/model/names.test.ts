import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOrganisationName, tidyOrganisationName } from '#lib/catalog/bibliography/name-words.ts';
import { differsInCaseOnly, nameKey, slugBase } from '#lib/platform/names/name-key.ts';

describe('the key of a name', () => {
  test.each([
    ['Dilek Hakkani-Tür', 'dilek-hakkani-tur'],
    ['WenGuang Chen', 'wenguang-chen'],
    ['Séamus O’Brien', 'seamus-obrien'],
    ['Łukasz Straße', 'lukasz-strasse'],
    ['J. R. van der  Berg', 'j-r-van-der-berg'],
    ['李 明', '李-明'],
    ['<script>', 'script'],
    ['!!!', ''],
  ])('%s → %s', (name, key) => {
    expect(nameKey(name)).toBe(key);
  });

  test('does not change when computed twice, nor with case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(nameKey(nameKey(name))).toBe(nameKey(name));
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-zÀ-ž .'-]{0,30}$/), (name) => {
        expect(nameKey(name.toLowerCase())).toBe(nameKey(name));
      }),
    );
  });
});

describe('slugs', () => {
  test('are ASCII and never empty for any source value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(slugBase(name)).toMatch(/^[a-z0-9][a-z0-9-]*$/);
      }),
    );
    expect(slugBase('<script>alert(1)</script>')).toBe('script-alert-1-script');
  });
});

describe('groups that sign works', () => {
  test('are recognised by their last word', () => {
    expect(isOrganisationName('GLM-4. 5 Team')).toBe(true);
    expect(isOrganisationName('The LOLITA Group')).toBe(true);
    expect(isOrganisationName('Team')).toBe(false);
    expect(isOrganisationName('Grace Community Chen')).toBe(false);
  });

  test('lose the gap in their version number', () => {
    expect(tidyOrganisationName('GLM-4. 5 Team')).toBe('GLM-4.5 Team');
    expect(tidyOrganisationName('  The  PLUM Group ')).toBe('The PLUM Group');
  });
});

test('a case variant differs in case only', () => {
  expect(differsInCaseOnly('Wenguang Chen', 'WenGuang Chen')).toBe(true);
  expect(differsInCaseOnly('Daning Chen', 'Daning Cheng')).toBe(false);
  expect(differsInCaseOnly('Fei Yang', 'Fei Yang')).toBe(false);
});
