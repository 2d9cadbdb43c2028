import anyAscii from 'any-ascii';

/** Domain labels of addresses for people who do not work at an institution, such as students, alumni and guests. */
const nonStaffLabels = new Set(
  (
    'alum alumni alumnus aluno alunos alumno alumnos estudiante estudiantes etu etud etudiant etudiants gast guest guests pupil stu stud ' +
    'student studente studenti students studenten studio visitor visitors'
  ).split(' '),
);

/** Suffixes that are not part of a name. */
const nameSuffixes = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'phd', 'md']);

const latinLetters = (text: string): string =>
  anyAscii(text)
    .toLowerCase()
    .replace(/[^a-z]+/g, '');

/** Returns the parts of a name in Latin letters. Hyphens and apostrophes do not separate parts ("Yun-Quan" is one). */
const namePartsOf = (name: string): string[] => {
  const joined = /\p{Script=Han}/u.test(name) ? anyAscii(name).replace(/(?=[A-Z])/g, ' ') : name;
  const inOrder = joined
    .split(',')
    .filter((part) => !nameSuffixes.has(latinLetters(part)))
    .reverse()
    .join(' ');
  const parts = inOrder.split(/[\s.]+/).flatMap((part) => latinLetters(part) || []);
  const last = parts.findLastIndex((part) => !nameSuffixes.has(part));
  return parts.slice(0, last + 1);
};

const minGivenLetters = 2;
const minFamilyLetters = 2;
/** Minimum letters of an address without a separator: a shorter one is as often one given name ("Li Na" and "Lina"). */
const minUndividedLetters = 6;
const maxNameParts = 6;

/** Returns all forms of given names with the first one in full, and each other one in full, as an initial, or omitted. */
const givenNameForms = ([first = '', ...others]: readonly string[]): string[] =>
  others.reduce((forms, next) => forms.flatMap((start) => [start, `${start}${next}`, `${start}${next.slice(0, 1)}`]), [first]);

/** Whether a separator, if there is any, is at the boundary of the family name. */
function hasSeparatorAt(userName: string, boundary: string): boolean {
  const parts = userName.split(/[._-]/);
  return parts.length === 1 || parts.some((_, at) => parts.slice(0, at + 1).join('') === boundary);
}

/**
 * Returns true if the local part of an address consists of one given name in full and the family name, in either order. An initial is not
 * enough, because many people at an institution share it. Numbers are not allowed, because institutions use them to distinguish namesakes.
 * @param address in any case, with its domain; a `+tag` is ignored
 */
export function bearsName(address: string, name: string): boolean {
  const [localPart = '', domain = ''] = address.toLowerCase().split('@');
  if (domain.split('.').some((label) => nonStaffLabels.has(label))) return false;
  const [userName = ''] = localPart.split('+');
  if (!/^[a-z]+([._-][a-z]+)*$/.test(userName)) return false;
  const addressLetters = latinLetters(userName);
  const parts = namePartsOf(name).slice(0, maxNameParts);
  if (userName === addressLetters && addressLetters.length < minUndividedLetters) return false;
  // The family name is the last part, the last two parts, or the first. If it is the first, all given names are required, because the last
  // part is more often the family name.
  const splits = [
    { family: parts.slice(-1), given: parts.slice(0, -1), firsts: givenNameForms(parts.slice(0, -1)) },
    { family: parts.slice(-2), given: parts.slice(0, -2), firsts: givenNameForms(parts.slice(0, -2)) },
    { family: parts.slice(0, 1), given: parts.slice(1), firsts: [parts.slice(1).join('')] },
  ];
  return splits.some(({ family, given, firsts }) => {
    const familyName = family.join('');
    if (familyName.length < minFamilyLetters || (given[0]?.length ?? 0) < minGivenLetters) return false;
    return firsts.some(
      (first) =>
        (addressLetters === first + familyName && hasSeparatorAt(userName, first)) ||
        (addressLetters === familyName + first && hasSeparatorAt(userName, familyName)),
    );
  });
}

/** Returns the first path segment of a repository URL, in lower case: the account that owns it. */
export const namespaceOf = (repository: string): string => new URL(repository).pathname.toLowerCase().split('/')[1] ?? '';

/** Returns whether the namespace of a repository matches a name of the author, and of none of the other authors of the work. */
export function namespaceBearsName(repository: string, { own, others }: { own: readonly string[]; others: readonly string[] }): boolean {
  const address = `${namespaceOf(repository)}@${new URL(repository).host}`;
  const matches = (names: readonly string[]): boolean => names.some((name) => bearsName(address, name));
  return matches(own) && !matches(others);
}

/** Returns the domain of an email address. */
export const domainOfAddress = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
