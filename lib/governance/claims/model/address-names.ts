import anyAscii from 'any-ascii';

/** Labels below an institution's domain at which people have addresses who do not work there. */
const outsiders = new Set(
  (
    'alum alumni alumnus aluno alunos alumno alumnos estudiante estudiantes etu etud etudiant etudiants gast guest guests pupil stu stud ' +
    'student studente studenti students studenten studio visitor visitors'
  ).split(' '),
);

/** What follows a name and is no part of it. */
const suffixes = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'phd', 'md']);

const letters = (text: string): string =>
  anyAscii(text)
    .toLowerCase()
    .replace(/[^a-z]+/g, '');

/** Parts of a name in Latin letters; hyphens and apostrophes join what they connect ("Yun-Quan" is one part). */
const partsOf = (name: string): string[] => {
  const joined = /\p{Script=Han}/u.test(name) ? anyAscii(name).replace(/(?=[A-Z])/g, ' ') : name;
  const inOrder = joined
    .split(',')
    .filter((part) => !suffixes.has(letters(part)))
    .reverse()
    .join(' ');
  const parts = inOrder.split(/[\s.]+/).flatMap((part) => letters(part) || []);
  const last = parts.findLastIndex((part) => !suffixes.has(part));
  return parts.slice(0, last + 1);
};

const minGivenLetters = 2;
const minFamilyLetters = 2;
/** Fewer letters without a sign between them are as often one given name ("Li Na" and "Lina"). */
const minUndividedLetters = 6;
const maxParts = 6;

/** Every way to write given names with the first in full: the others in full, as an initial, or left out. */
const givenNameForms = ([first = '', ...others]: readonly string[]): string[] =>
  others.reduce((all, next) => all.flatMap((start) => [start, `${start}${next}`, `${start}${next.slice(0, 1)}`]), [first]);

/** True where a name is written as the parts that signs divide: the family name begins or ends at one of them. */
function isDivided(plain: string, before: string): boolean {
  const written = plain.split(/[._-]/);
  return written.length === 1 || written.some((_, at) => written.slice(0, at + 1).join('') === before);
}

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
  if (plain === written && written.length < minUndividedLetters) return false;
  // The family name is the last part or the last two; or the first where it comes first: then the others are all there, since the last of
  // them is the family name of many.
  const splits = [
    { family: parts.slice(-1), given: parts.slice(0, -1), firsts: givenNameForms(parts.slice(0, -1)) },
    { family: parts.slice(-2), given: parts.slice(0, -2), firsts: givenNameForms(parts.slice(0, -2)) },
    { family: parts.slice(0, 1), given: parts.slice(1), firsts: [parts.slice(1).join('')] },
  ];
  return splits.some(({ family, given, firsts }) => {
    const last = family.join('');
    if (last.length < minFamilyLetters || (given[0]?.length ?? 0) < minGivenLetters) return false;
    return firsts.some(
      (first) => (written === first + last && isDivided(plain, first)) || (written === last + first && isDivided(plain, last)),
    );
  });
}

/** The first part of a repository's path, in lower case: the account that owns it, as the work prints it. */
export const namespaceOf = (repository: string): string => new URL(repository).pathname.toLowerCase().split('/')[1] ?? '';

/** Whether the namespace of a repository has one of an author's own names, and no name of the others who sign the work. */
export function namespaceBearsName(repository: string, { own, others }: { own: readonly string[]; others: readonly string[] }): boolean {
  const address = `${namespaceOf(repository)}@${new URL(repository).host}`;
  const bears = (names: readonly string[]): boolean => names.some((name) => bearsName(address, name));
  return bears(own) && !bears(others);
}
