import anyAscii from 'any-ascii';

/** Labels below an institution's domain at which people have addresses who do not work there. */
const outsiders = new Set(['alumni', 'alum', 'alumnus', 'student', 'students', 'stud', 'guest', 'guests', 'visitor', 'visitors']);

const letters = (text: string): string =>
  anyAscii(text)
    .toLowerCase()
    .replace(/[^a-z]+/g, '');

/** Parts of a name in Latin letters; hyphens and apostrophes join what they connect ("Yun-Quan" is one part). */
const partsOf = (name: string): string[] => {
  const joined = /\p{Script=Han}/u.test(name) ? anyAscii(name).replace(/(?=[A-Z])/g, ' ') : name;
  return joined.split(/[\s,.]+/).flatMap((part) => letters(part) || []);
};

const minGivenLetters = 2;
const minFamilyLetters = 2;
const maxParts = 6;

/** Every way to write given names with the first in full: the others in full, as an initial, or left out. */
const spellings = ([first = '', ...others]: readonly string[]): string[] =>
  others.reduce((all, next) => all.flatMap((start) => [start, `${start}${next}`, `${start}${next.slice(0, 1)}`]), [first]);

/**
 * Returns true where the local part of an address is made of a name: one given name in full and the family name, in either order. An
 * initial is not enough, since many people at one institution share it; neither is a number, which an institution adds for a namesake.
 * @param address lower or upper case, with its domain; a `+tag` is ignored
 */
export function bearsName(address: string, name: string): boolean {
  const [local = '', domain = ''] = address.toLowerCase().split('@');
  if (domain.split('.').some((label) => outsiders.has(label))) return false;
  const [plain = ''] = local.split('+');
  if (!/^[a-z]+([._-][a-z]+)*$/.test(plain)) return false;
  const written = letters(plain);
  const parts = partsOf(name).slice(0, maxParts);
  // The family name is the last part or the last two, or the first where it comes first.
  const splits = [
    { family: parts.slice(-1), given: parts.slice(0, -1) },
    { family: parts.slice(-2), given: parts.slice(0, -2) },
    { family: parts.slice(0, 1), given: parts.slice(1) },
  ];
  return splits.some(({ family, given }) => {
    const last = family.join('');
    return (
      last.length >= minFamilyLetters &&
      (given[0]?.length ?? 0) >= minGivenLetters &&
      spellings(given).some((first) => written === first + last || written === last + first)
    );
  });
}
