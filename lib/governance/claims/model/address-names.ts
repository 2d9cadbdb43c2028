import anyAscii from 'any-ascii';

/**
 * Words in the domain labels of addresses that an institution gives to people who do not work there, or that anybody there can choose:
 * students, alumni, guests, mailing lists, and the hosts of users.
 */
const openHostWords = new Set(
  (
    'alum alumna alumnae alumni alumnus aluno alunos alumno alumnos ehemalige estudiante estudiantes etu etud etudiant etudiants gast gaeste ' +
    'guest guests ospite ospiti pupil pupils stu stud student students studente studenten studenti studentmail studio undergrad undergrads ' +
    'visitor visitors ' +
    'forum forums group groups grupos groupes gruppen lista listas liste listen listes list lists listserv listserver lyris mailinglist ' +
    'mailinglists mailman majordomo newsletter sympa ' +
    'account accounts club clubs dhcp dialup dorm dorms dyn dynamic eduroam home homepage homepages homes hosting login member members ocf ' +
    'pages people personal ppp resnet residence shell shells ssh user userpages users usr volunteer volunteers vpn webhost wifi wlan'
  ).split(' '),
);

/** Whether a host of an institution gives addresses to others than its staff. Its words count singly: "user-shell", "stud2". */
export const isOpenHost = (host: string): boolean =>
  host
    .toLowerCase()
    .split(/[.-]/)
    .some((word) => openHostWords.has(word.replace(/\d+$/, '')));

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
  if (isOpenHost(domain)) return false;
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

/**
 * Returns whether a party's name for a person is a name of the record, with the given name in full and the family name. Further given names
 * must not contradict. An initial or a beginning is not enough: many people at an institution share them.
 */
export function bearsFullName(names: readonly string[], recordNames: readonly string[]): boolean {
  const isSamePart = (one: string, other: string): boolean =>
    one === other || (one.length === 1 && other.startsWith(one)) || (other.length === 1 && one.startsWith(other));
  const isSamePerson = (one: readonly string[], other: readonly string[]): boolean => {
    const [given = '', family = ''] = [one[0], one.at(-1)];
    if (one.length < 2 || other.length < 2 || given.length < minGivenLetters || family.length < minFamilyLetters) return false;
    const [middle, otherMiddle] = [one.slice(1, -1), other.slice(1, -1)];
    const isCompatible = middle.slice(0, otherMiddle.length).every((part, at) => isSamePart(part, otherMiddle[at] ?? ''));
    const areGivenNamesEqual = one.slice(0, -1).join('') === other.slice(0, -1).join('');
    return family === other.at(-1) && (areGivenNamesEqual || (given === other[0] && isCompatible));
  };
  return names.some((name) =>
    recordNames.some((recordName) => {
      const [parts, recordParts] = [namePartsOf(name), namePartsOf(recordName)];
      return isSamePerson(parts, recordParts) || isSamePerson(parts.toReversed(), recordParts);
    }),
  );
}

/** Returns the domain of an email address. */
export const domainOfAddress = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** Returns what identifies a mailbox: `+tag` and case are ignored. */
function mailboxOf(address: string): { user: string; domain: string } {
  const [user = ''] = address.slice(0, address.lastIndexOf('@')).toLowerCase().split('+');
  return { user: user.replaceAll('.', ''), domain: domainOfAddress(address).toLowerCase() };
}

/** Whether two addresses can reach one mailbox: equal, or equal at a domain and one below it. */
export function isSameMailbox(one: string, other: string): boolean {
  const [a, b] = [mailboxOf(one), mailboxOf(other)];
  const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);
  return a.user === b.user && (isWithin(a.domain, b.domain) || isWithin(b.domain, a.domain));
}

/**
 * Returns two substrings of the folded name of everybody whose name an address can consist of, so that a query finds them: each is the
 * beginning of a part of the address.
 */
export function namePiecesOf(address: string): [string, string] {
  const parts =
    (address.toLowerCase().split('@')[0] ?? '')
      .split('+')[0]
      ?.split(/[._-]/)
      .filter((part) => part !== '') ?? [];
  const [first = '', last = first] = [parts[0], parts.at(-1)];
  const pieceLetters = 3;
  return [first.slice(0, pieceLetters), parts.length > 1 ? last.slice(0, pieceLetters) : ''];
}
