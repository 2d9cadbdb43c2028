import { parseLatex } from '#lib/platform/text/latex/tree.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { decodeEntities } from './entities.ts';
import { orcidIn } from './identifiers.ts';
import { isOrganisationLiteral, isOrganisationName, isParticle, isStandIn, tidyOrganisationName, withoutRestMark } from './name-words.ts';
import { type Finding, finding } from './problems.ts';

/** A name as written on a work. */
export interface WrittenName {
  /** The whole name: given name first; in Han, kana and Hangul family name first. */
  name: string;
  /** The family name with its particles, if it is known. The name ends with it, or with it and a suffix; or it begins with it. */
  family?: string;
  organisation?: boolean;
}

/** A name in a source, with what is beside it. */
export interface ReadName extends WrittenName {
  organisation?: true;
  orcid?: string;
  /** The name in its original script. */
  native?: string;
  /** Email addresses that were beside the name. */
  addresses?: string[];
  /** The role that is written beside the name: "Fable, Ann (ed.)". */
  role?: 'editor' | 'translator';
}

/** The names in a field. */
export interface ReadNames {
  names: ReadName[];
  /** False if the list ends with "et al." */
  complete: boolean;
  problems: Finding[];
}

/** Returns a text without email addresses, and the addresses. */
type TakeAddresses = (text: string) => { text: string; addresses: string[] };

/** The parts of a name. `particle` are the words before the family name proper; a name that cannot be split is `literal`. */
type NameParts = { literal: string } | { given: string; particle: string; family: string; suffix: string };

const eastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々ー〆ヶ]+$/u;
/** Foreign names in Japanese, which have the given name first. */
const katakana = /^[\p{Script=Katakana}ー]+$/u;

const isFamilyFirst = (...parts: string[]): boolean => parts.every((part) => eastAsian.test(part)) && !katakana.test(parts.join(''));

/**
 * Joins the parts of a name: the given name first ("David Brown"), or, in Han, kana and Hangul, the family name first without a space
 * (王小明).
 */
export function joinNameParts({ given, family, suffix = '' }: { given: string; family: string; suffix?: string }): string {
  return suffix === '' && given !== '' && family !== '' && isFamilyFirst(given, family)
    ? family + given
    : [given, family, suffix].filter(Boolean).join(' ');
}

const suffixWord = /^(?:[js]n?r|junior|senior|i{2,3}|iv|vi{1,3}|2nd|3rd|[4-9]th|filho|neto|júnior|sobrinho)\.?$/i;
/** Suffixes that are recognised without a comma. */
const plainSuffix = /^(?:[js]n?r\.?|I{2,3}|IV|VI{1,3}|2nd|3rd|[4-9]th)$/i;
/** Returns a name without its generation suffix. */
export const withoutSuffix = (name: string): string => name.replace(/[\s,]+(?:jr|sr|ii|iii|iv)\.?$/i, '');

/** Roman numerals that are initials as well: "Ivanov, II". */
const numeralOrInitials = /^(?:II|IV|VI)\.?$/i;
const degree =
  /^(?:ph\.?\s?d|d\.?phil|m\.?phil|m\.?\s?d|m\.?sc|b\.?sc|m\.?a|b\.?a|m\.?s|m\.?p\.?h|m\.?b\.?a|r\.?n|d\.?d\.?s|d\.?v\.?m|d\.?sc|dr\.?\s?p\.?h|dr\.?\s?(?:rer\.?\s?nat|med|phil|ing|h\.?\s?c)|dipl\.?-?\s?(?:ing|inf|phys|math|psych)|esq|f\.?r\.?s|frcp|frcpc|facs|facp|faan|ll\.?[mbd]|j\.?d|ed\.?d|psy\.?d|pharm\.?d|m\.?b\.?b\.?s|mbchb|msn|bsn|p\.?e|cpa|[ocm]be|s\.?j|o\.?p|prof|dr)\.?$/i;
/** Degrees that are recognised without a comma. */
const plainDegree = /^(?:ph\.?d|d\.?phil|m\.d\.|m\.?sc|b\.?sc|mph|m\.b\.b\.s|mbbs|frcp|frcpc|facs)\.?$/i;
const title =
  /^(?:prof(?:\.|essor)?|dr\.?|assoc\.|asst\.|mrs?\.?|ms\.|mme\.?|mlle\.?|herr|frau|rev\.|hon\.|ing\.|mag\.|dipl\.?-ing\.|doc\.|h\.\s?c\.|rer\.|nat\.|med\.|phil\.|habil\.?|apl\.|(?:univ|jun|dipl|dr|hon)\.-?(?:prof|ing|inf|phys|math|psych)\.?)$/i;
/** Words that belong to the title behind them: "PD Dr.", "Associate Professor". */
const beforeTitle = /^(?:pd|privatdozent(?:in)?|associate|assistant|adjunct|full|emeritus|emerita)$/i;
/** Years of a life, as library catalogues write them behind a name. */
const lifeYears = /^\(?(?:b\.|d\.|ca\.?|fl\.|active|approximately)?\s*\d{3,4}\??\s*(?:[-–]\s*(?:ca\.?\s*)?(?:\d{3,4}\??)?)?\.?\)?$/i;

const marksMessage = 'A mark beside a name, such as that of an affiliation, is no part of the name.';
const orcidMessage = 'The ORCID iD beside a name has a wrong check digit.';
const titleMessage = 'A title or degree is no part of a name.';
const standInMessage = 'It is in the place of a name, and names nobody.';
const unsureMessage = 'It is not certain which names these are.';

const markCommands =
  /\\(?:thanks|footnote(?:mark|text)?|inst|affil(?:iation)?|fnmsep|corref|fnref|email|IEEEmembership|thanksref|orcidicon|authormark|IEEEauthorrefmark|authorrefmark|affmark|altaffilmark|dag|ddag|dagger|ddagger|ast|star|envelope)(?![a-zA-Z])\s*(?:\[[^\]]*\])?(?:\{(?:[^{}]|\{[^{}]*\})*\})?/g;
const orcidCommands = /\\orcid(?:link|ID)?\s*\{([^{}]*)\}/g;
const mathMarks = /\$[^$]*\$/g;
const superscripts =
  /\\(?:textsuperscript|up|sp)\s*\{(?:[^{}]|\{[^{}]*\})*\}(?=\s*$|\s*,)|\\textsuperscript\s*\{[\s\d,*†‡§¶#]*\}|<sup>[^<]*<\/sup>|(?<!\\)\^\{[^{}]*\}|(?<!\\)\^[\d*†‡a-z](?![\p{L}])/gu;
const symbolMarks = /[¹²³⁰⁴-⁹ᵃ-ᶻ⁺⁻*†‡§¶∗⁎✉☆★✩∥‖ⓘ\u{1f582}\ue000-\uf8ff](?:\s*,\s*(?=[¹²³⁰⁴-⁹ᵃ-ᶻ*†‡§¶∗\d]))?/gu;
const endMarks =
  /(?:\s*[[(]\d{3,12}[\])]|(?<=\p{Ll}|\p{Lu}{3}|[.)\s,])\s*[[(]?\d{1,2}[\])]?(?:\s*[,;]\s*(?:\d{1,2}|[a-z]|[#*]))*|\s+\(?\d{4}(?:\s*[-–]\s*(?:\d{4})?)?\)?|(?<=\p{Ll})#|\s*[[(](?:[Cc]orresponding(?:\s+[Aa]uthor)?|[Aa]uthor|[Dd]eceased|aut)[\])])\s*[,;]?\s*$/u;
const maxRoleCharacters = 24;
const roleMarks = {
  editor: /[\s,]*[[(](?:eds?\.?|editors?|hrsg\.?|hg\.?|éds?\.?|edt)[\])]\s*[,;]?\s*$/i,
  translator: /[\s,]*[[(](?:trans(?:l\.?|lator)?|trans\.|übers\.?|trad\.|trl)[\])]\s*[,;]?\s*$/i,
} as const;

/** Removes the role beside a name. */
function takeRole(text: string): { text: string; role?: 'editor' | 'translator' } {
  const written = text.trimEnd();
  if (!/[)\]]$/.test(written.slice(-1))) return { text };
  const start = Math.max(0, written.length - maxRoleCharacters);
  for (const role of ['editor', 'translator'] as const) {
    const at = written.slice(start).search(roleMarks[role]);
    if (at >= 0) return { text: written.slice(0, start + at), role };
  }
  return { text };
}

/** What a name without marks has not. */
const hasMarks = /[^\p{L}\p{M}\s.,'’{}-]/u;
const titleInFront = /^(?:prof|professor|dr|mr|mrs)\.?\s/i;

/** Removes marks of affiliation, footnotes and ORCID iDs from a name. */
function takeMarks(text: string): { text: string; orcid?: string; problems: Finding[] } {
  if (!hasMarks.test(text)) return { text, problems: [] };
  const problems: Finding[] = [];
  let orcid: string | undefined;
  const takeOrcid = (written: string): string => {
    const { value } = orcidIn(written);
    if (value === null) problems.push(finding(written, orcidMessage, 'without it'));
    orcid ??= value ?? undefined;
    return ' ';
  };
  let rest = text
    .replace(orcidCommands, (_, written: string) => takeOrcid(written))
    .replace(orcidInName, takeOrcid)
    .replace(markCommands, ' ')
    .replace(mathMarks, (math) => (/^\$\s*(?:\{\})?\s*(?:\^|\\(?:dagger|ddagger|ast|star|S|P)(?![a-z]))/.test(math) ? '' : math))
    .replace(superscripts, '')
    .replace(symbolMarks, '');
  while (endMarks.test(rest)) rest = rest.replace(endMarks, '');
  if (rest === text) return { text, problems };
  const cleaned = rest
    .replace(/\(\s*\)|\[\s*\]|\s+(?=,)/g, '')
    .replace(/\s+/g, ' ')
    .replace(/[\s,]+$/, '')
    .trim();
  if (!/\p{L}/u.test(cleaned)) return { text, problems };
  if (orcid === undefined || problems.length > 0) problems.push(finding(text, marksMessage, 'in part'));
  return { text: cleaned, ...(orcid && { orcid }), problems };
}

const orcidInName =
  /[([{<]?\s*(?:orcid(?:\s*id)?\s*:?\s*)?(?:https?:\/\/)?(?:www\.)?(?:orcid\.org\/)?\d{4}[-‐‑–]\d{4}[-‐‑–]\d{4}[-‐‑–]\d{3}[\dXx]\s*[)\]}>]?/gi;

/** Splits a text at a separator outside of braces. */
function splitOutsideBraces(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: sign, index } of text.matchAll(new RegExp(`\\\\[\\s\\S]|[{}]|${separator}`, 'giu'))) {
    if (sign === '{') depth += 1;
    else if (sign === '}') depth = Math.max(0, depth - 1);
    else if (!sign.startsWith('\\') && depth === 0) {
      parts.push(text.slice(from, index));
      from = index + sign.length;
    }
  }
  return [...parts, text.slice(from)].map((part) => part.trim());
}

/** How names are written: as text, or in LaTeX with BibTeX's meaning of braces. */
interface Syntax {
  isLatex: boolean;
  toPlain(text: string): string;
}

const latexSyntax: Syntax = { isLatex: true, toPlain: (text) => plainText(parseLatex(text)) };
const textSyntax: Syntax = { isLatex: false, toPlain: (text) => text.replace(/\s+/g, ' ').trim() };

/** A word of a name; BibTeX ignores the case of a word in braces. */
interface Word {
  text: string;
  isBraced: boolean;
}

interface Piece {
  words: Word[];
  suffix: string;
}

const textsOf = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ');

/** A name in parts; the family name includes its particles. */
interface PersonParts {
  given: string;
  family: string;
  suffix: string;
  /** True if the way of writing states which part is the family name: with a comma, or in Han, kana and Hangul. */
  isStated?: boolean;
}

interface People {
  people: PersonParts[];
  problems: Finding[];
}

const wordsOf = (text: string, { isLatex, toPlain }: Syntax): Word[] =>
  splitOutsideBraces(text, isLatex ? '(?:\\s|~)+' : '\\s+').flatMap((written) => {
    const plain = toPlain(written);
    return plain === '' ? [] : [{ text: plain, isBraced: written.startsWith('{') }];
  });

const isLower = ({ text, isBraced }: Word): boolean => !isBraced && /^['’`‘]?\p{Ll}/u.test(text);
const isInitials = ({ text }: Word): boolean => /^(?:\p{Lu}\p{M}?\p{Ll}?\.-?)+$/u.test(text);
/** "Roe JA": a family name with initials, as in lists of medicine. */
const isWithInitials = ({ words }: Piece): boolean =>
  words.length > 1 && /^\p{Lu}{1,3}$/u.test(words.at(-1)?.text ?? '') && words.slice(0, -1).every(({ text }) => !/^\p{Lu}+$/u.test(text));
const startsWithParticle = (words: readonly Word[]): boolean => words.length > 1 && words[0] !== undefined && isLower(words[0]);

/** Removes titles before a name, and degrees and a suffix behind it. */
function takeTitles(words: readonly Word[], isFamily = false): { words: Word[]; suffix: string; removed: string[] } {
  const rest = [...words];
  const removed: string[] = [];
  let suffix = '';
  const isTitle = (at: number): boolean => title.test(rest[at]?.text ?? '');
  while (rest.length > 1 && (isTitle(0) || (rest.length > 2 && isTitle(1) && beforeTitle.test(rest[0]?.text ?? ''))))
    removed.push(rest.shift()?.text ?? '');
  if (rest.length > 2 && /^sir$/i.test(rest[0]?.text ?? '')) removed.push(rest.shift()?.text ?? '');
  while (rest.length > 1) {
    const last = rest.at(-1)?.text ?? '';
    if (plainDegree.test(last) || (rest.length > 2 && /^(?:MD|RN|DDS|FRS|[OCMK]BE)$/.test(last))) removed.push(rest.pop()?.text ?? '');
    else if (suffix === '' && plainSuffix.test(last) && (isFamily || !(rest.length === 2 && numeralOrInitials.test(last))))
      suffix = rest.pop()?.text ?? '';
    else break;
  }
  return { words: rest, suffix, removed };
}

/** Returns a given name without the particles behind it, which belong to the family name. */
function withoutParticles(given: readonly string[]): [string, string[]] {
  const rest = [...given];
  const particles: string[] = [];
  while (rest.length > 1 && isParticle(rest.at(-1) ?? '')) particles.unshift(rest.pop() ?? '');
  return [rest.join(' '), particles];
}

/** Parses a name written in one piece: "First von Last", or, in Han, kana and Hangul, "Family Given". */
function personOfWords(words: readonly Word[], suffix: string): PersonParts {
  const [first] = words;
  const texts = words.map(({ text }) => text);
  if (words.length < 2 || !first) return { given: '', family: texts.join(' '), suffix };
  if (isFamilyFirst(...texts)) return { given: texts.slice(1).join(''), family: first.text, suffix, isStated: true };
  const split = (at: number): PersonParts => {
    const [given, particles] = withoutParticles(texts.slice(0, at).join(' ').split(' '));
    return { given, family: [...particles, ...texts.slice(at)].join(' '), suffix };
  };
  // "Иванов И. И.": initials only behind the name.
  const firstInitial = words.findIndex(isInitials);
  if (firstInitial > 0 && /\p{Script=Cyrillic}/u.test(first.text) && words.slice(firstInitial).every(isInitials))
    return { given: texts.slice(firstInitial).join(' '), family: texts.slice(0, firstInitial).join(' '), suffix, isStated: true };
  if (isLower(first)) {
    const isAllLower = words.every(isLower);
    return isParticle(first.text) || (!isAllLower && first.text.length <= 4)
      ? { given: '', family: texts.join(' '), suffix, isStated: true }
      : split(words.length - 1);
  }
  let particle = words.findIndex((word, at) => at > 0 && at < words.length - 1 && (isLower(word) || /^Ste?\.$/.test(word.text)));
  // "Jane Van den Roe": a particle in capitals before another one.
  if (particle > 1 && isParticle(texts[particle]?.toLowerCase() ?? '') && isParticle(texts[particle - 1]?.toLowerCase() ?? ''))
    particle -= 1;
  if (particle === -1) return split(words.length - 1);
  // "Ortega y Gasset": the word joins two family names.
  return split(/^[yei]$/.test(texts[particle] ?? '') && particle > 1 ? particle - 1 : particle);
}

/** Returns a person from a family and a given name: particles behind the given name belong to the family name. */
function personOfParts(familyWords: readonly Word[], givenWords: readonly Word[], suffix: string): PersonParts & { removed: string[] } {
  const family = takeTitles(familyWords, true);
  const given = takeTitles(givenWords);
  const [givenText, particles] = withoutParticles(given.words.map(({ text }) => text));
  return {
    given: givenText,
    family: [...particles, textsOf(family.words)].join(' '),
    suffix: suffix || family.suffix || given.suffix,
    isStated: true,
    removed: [...family.removed, ...given.removed],
  };
}

/** Parses the pieces between commas: parts of one name, or several names. */
function peopleOfPieces(written: string, pieceWords: readonly Word[][]): People {
  const problems: Finding[] = [];
  const isLong = (pieceWords[0]?.length ?? 0) > 1;
  const pieces: Piece[] = [];
  for (const words of pieceWords) {
    const text = textsOf(words);
    const last = pieces.at(-1);
    const isAlone = pieceWords.length === 2 && !isLong;
    if (last && lifeYears.test(text)) problems.push(finding(written, 'The years of a life are no part of a name.', 'in part'));
    else if (last && words.length <= 2 && degree.test(text) && !(isAlone && !plainDegree.test(text)))
      problems.push(finding(written, titleMessage, 'in part'));
    else if (
      last &&
      words.length === 1 &&
      (suffixWord.test(text) || (text === 'V' && isLong)) &&
      !(isAlone && numeralOrInitials.test(text))
    )
      last.suffix = text;
    else pieces.push({ words, suffix: '' });
  }
  const whole = ({ words, suffix }: Piece): PersonParts => {
    const taken = takeTitles(words);
    if (taken.removed.length > 0) problems.push(finding(written, titleMessage, 'in part'));
    return personOfWords(taken.words, suffix || taken.suffix);
  };
  const inverted = (family: Piece, given: readonly Piece[]): PersonParts => {
    const suffix = [family, ...given].find((piece) => piece.suffix !== '')?.suffix ?? '';
    const { removed, ...person } = personOfParts(
      family.words,
      given.flatMap(({ words }) => words),
      suffix,
    );
    if (removed.length > 0) problems.push(finding(written, titleMessage, 'in part'));
    return person;
  };
  const withInitials = ({ words, suffix }: Piece): PersonParts => ({
    given: words.at(-1)?.text ?? '',
    family: textsOf(words.slice(0, -1)),
    suffix,
    isStated: true,
  });
  const [first, second, third] = pieces;
  if (!first) return { people: [], problems };
  if (!second) return { people: [whole(first)], problems };
  if (pieces.length > 2 && pieces.every(isWithInitials)) return { people: pieces.map(withInitials), problems };
  if (pieces.length === 2 && pieces.every(isWithInitials)) return { people: pieces.map(withInitials), problems };
  // A name with an initial inside is no family name.
  const isWholeName = ({ words }: Piece): boolean => words.length > 1 && words.slice(0, -1).some(isInitials);
  if (pieces.length === 2 && isTwoNames(first, second)) problems.push(finding(written, unsureMessage, 'in part'));
  if (pieces.length === 2)
    return { people: isWholeName(first) && second.words.length > 1 ? pieces.map(whole) : [inverted(first, [second])], problems };
  const isWhole = (piece: Piece): boolean => piece.words.length > 1 && !startsWithParticle(piece.words);
  if (pieces.every((piece) => piece.words.length === 1 && eastAsian.test(textsOf(piece.words)) && textsOf(piece.words).length > 1))
    return { people: pieces.map(whole), problems };
  if (pieces.every(({ words }) => words.length > 1) && !pieces.every(({ words }, at) => at % 2 === 0 || words.every(isInitials)))
    return { people: pieces.map(whole), problems };
  const unsure = (): void => {
    problems.push(finding(written, unsureMessage, 'in part'));
  };
  if (pieces.length === 3) {
    unsure();
    if (isWhole(first) && third && isWhole(third)) return { people: pieces.map(whole), problems };
    return { people: [inverted(first, pieces.slice(1))], problems };
  }
  const areFamilies = pieces.filter((piece, at) => at % 2 === 0 && !isWhole(piece)).length;
  const isPaired = areFamilies * 2 >= Math.ceil(pieces.length / 2);
  if (!isPaired || pieces.length % 2 === 1) unsure();
  if (!isPaired) return { people: pieces.map(whole), problems };
  return {
    people: pieces.flatMap((piece, at) => {
      const given = pieces[at + 1];
      if (at % 2 === 1) return [];
      return [given ? inverted(piece, [given]) : whole(piece)];
    }),
    problems,
  };
}

/** True if both pieces could be whole names: "Jane Roe, Ann Fable". */
const isTwoNames = (...pieces: Piece[]): boolean =>
  pieces.every(({ words }) => words.length === 2 && words.every((word) => /^\p{Lu}\p{Ll}/u.test(word.text) && !isInitials(word)));

const namePartKey = /^(given|family|prefix|suffix)$/i;
/** Options that biblatex accepts among the parts of a name, or instead of a name, for a list or a person. */
const nameOptionKey =
  /^((given|family|prefix|suffix)-?i|useprefix|id|hash|xdata|nosortothers|nohashothers|noroman|uniquename|uniquelist|nametemplates|[a-z]+templatename|min[a-z]*names|max[a-z]*names)$/i;

/** Splits a name at commas. A quote opens only at the start of a piece; elsewhere it is an accent (\"u). */
function piecesOf(name: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  let depth = 0;
  let quoted = false;
  let isBlank = true;
  for (let at = 0; at < name.length; at += 1) {
    const char = name[at] as string;
    if (char === '{') depth += 1;
    if (char === '}') depth -= 1;
    if (char === '"' && (at === from || name[at - 1] !== '\\')) quoted = !quoted && isBlank;
    if (char === ',' && depth <= 0 && !quoted) {
      pieces.push(name.slice(from, at).trim());
      from = at + 1;
      isBlank = true;
    } else if (/\S/.test(char)) isBlank = false;
  }
  return [...pieces, name.slice(from).trim()];
}

/** Parses biblatex's extended form, `given=First, family=Last`; null for other forms, an empty list for options without a name. */
function keyedPeople(pieces: readonly string[], syntax: Syntax): { person?: PersonParts; rest: string[] } | null {
  const values = new Map<string, string>();
  const rest = pieces.filter((piece) => {
    const [, key = '', value = ''] = /^"?\s*([a-z][a-z-]*)\s*=\s*([\s\S]*?)"?$/i.exec(piece) ?? [];
    const isKeyed = namePartKey.test(key) || nameOptionKey.test(key);
    if (isKeyed) values.set(key.toLowerCase(), syntax.toPlain(value));
    return !isKeyed;
  });
  if (values.size === 0) return null;
  const [given, prefix, family, suffix] = ['given', 'prefix', 'family', 'suffix'].map((key) => values.get(key) ?? '') as [
    string,
    string,
    string,
    string,
  ];
  if (given === '' && family === '') return { rest };
  return { person: { given, family: `${prefix} ${family}`.trim(), suffix }, rest: [] };
}

/** A family name that is only the last word of a name as people read it is left out for formats that do not mean it so. */
const toName = ({ given, family, suffix, isStated }: PersonParts, isSplit: boolean): ReadName[] => {
  const name = joinNameParts({ given, family, suffix });
  return isStandIn(name) ? [] : [{ name, ...(family !== '' && (isStated || isSplit) && { family }) }];
};

/** True if one pair of braces encloses the whole text. */
function isBraced(text: string): boolean {
  if (!text.startsWith('{') || !text.endsWith('}') || text.startsWith('{\\')) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '{') depth += 1;
    else if (text[at] === '}' && --depth === 0) return at === text.length - 1;
  }
  return false;
}

const nobody = (problems: Finding[] = []): ReadNames => ({ names: [], complete: true, problems });

/** A stand-in names nobody; a name without a visible character is missing. */
const standIn = (text: string): ReadNames =>
  /^[\p{Cc}\p{Cf}\p{Z}]*$/u.test(text) ? { ...nobody(), complete: false } : nobody([finding(text, standInMessage, 'without it')]);

/** Reads what is between two separators of people: usually one name. */
function readSegment(written: string, syntax: Syntax, takeAddresses?: TakeAddresses): ReadNames {
  const { text: withoutAddresses, addresses } =
    written.includes('@') && takeAddresses ? takeAddresses(written) : { text: written, addresses: [] };
  const plain = syntax.toPlain(withoutAddresses);
  if (plain === '') return nobody();
  const beforeRest = withoutRestMark(plain);
  if (beforeRest !== null) {
    const before = beforeRest === '' ? nobody() : readSegment(withoutMarkIn(withoutAddresses, plain, beforeRest), syntax, takeAddresses);
    return { ...before, complete: false };
  }
  if (isStandIn(plain)) return standIn(plain);
  const people = readWhole(withoutAddresses.trim(), plain, syntax);
  const [only] = people.names;
  if (only && addresses.length > 0) only.addresses = addresses;
  return people;
}

/** Returns the written text without the mark that the plain text has at its end. Text in LaTeX is cut where its plain form ends. */
function withoutMarkIn(written: string, plain: string, before: string): string {
  if (written.endsWith(plain.slice(before.length))) return written.slice(0, written.length - (plain.length - before.length));
  const cut = written.replace(/[\s,;]*\\(?:emph|textit|text)?\s*\{?\s*(?:et|and|und|u)\b[\s\S]*$/i, '');
  return cut === written ? before : cut;
}

/** A name in its original script behind one in Latin letters. */
const nativeForm = /(?<=\p{Script=Latin}[\s,.]*)\s*[(（]([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\s]+)[)）]/u;

function readWhole(written: string, plain: string, syntax: Syntax): ReadNames {
  if (syntax.isLatex && isBraced(written)) {
    const inner = written.slice(1, -1);
    if (isBraced(inner)) return readWhole(inner, plain, syntax);
    const people = splitOutsideBraces(inner, '(?<!\\S)and(?!\\S)');
    const isInvertedName = (text: string): boolean =>
      /^[^,]+,[^,]+$/.test(text) && !isOrganisationName(syntax.toPlain(text)) && !/,\s*(?:inc|ltd|llc|co|gmbh|plc)\b/i.test(text);
    if (people.every((text) => isInvertedName(text) && text.split(/\s+/).length <= 5))
      return joinLists(people.map((text) => readSegment(text, syntax)));
    return { names: [{ name: tidyOrganisationName(plain), organisation: true }], complete: true, problems: [] };
  }
  const [, unwrapped] = /^[([]([^()[\]]+)[)\]]$/.exec(written) ?? [];
  if (unwrapped !== undefined) return readSegment(unwrapped, syntax);
  const beside = besideName(written, plain, syntax);
  if (beside) return beside;
  if (isOrganisationName(plain)) return readGroup(written, plain, syntax);
  const { text: named, role } = takeRole(written);
  // In "習近平 (Xi Jinping)", the name in Latin letters is the one for readers of any script.
  const [, nativeFirst, latin] =
    /^([\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\s]+?)\s*[(（]([\p{Script=Latin}\s.,'’-]+)[)）]$/u.exec(
      named,
    ) ?? [];
  if (nativeFirst !== undefined && latin !== undefined) {
    const read = readSegment(latin, syntax);
    const [first] = read.names;
    return first && read.names.length === 1 ? { ...read, names: [{ ...first, native: nativeFirst.replace(/\s/g, '') }] } : read;
  }
  const [inParentheses, native] = nativeForm.exec(named) ?? [];
  const { text, orcid, problems } = takeMarks(inParentheses === undefined ? named : named.replace(inParentheses, ' ').trim());
  const pieces = piecesOf(text);
  const keyed = syntax.isLatex ? keyedPeople(pieces, syntax) : null;
  if (keyed?.person) return { names: toName(keyed.person, true), complete: true, problems };
  if (keyed && keyed.rest.length === 0) return nobody();
  const { people, problems: found } = peopleOfPieces(
    role === undefined ? plain : takeRole(plain).text,
    (keyed?.rest ?? pieces).map((piece) => wordsOf(piece, syntax)).filter((words, at) => words.length > 0 || at === 0),
  );
  const names = people.flatMap((person) => toName(person, syntax.isLatex));
  const [only] = names;
  if (only && orcid && names.length === 1) only.orcid = orcid;
  if (only && native && names.length === 1) only.native = native;
  if (role) for (const name of names) name.role = role;
  return { names, complete: true, problems: [...problems, ...found] };
}

const affiliationMessage = 'An affiliation beside a name is no part of the name.';
const inBrackets = /^([^()[\]]+?)\s*[([]([^()[\]]+)[)\]]\s*$/;
const onBehalf = /^(.+?)[\s,]*(?:\s|,)(?:for|on behalf of|representing|im Namen|au nom de|en nombre de)\s+(?:the\s+)?(\p{Lu}.*)$/u;

/** Reads a person with an organisation beside: an affiliation ("Jane Roe (Lamp University)"), or a group that the person writes for. */
function besideName(written: string, plain: string, syntax: Syntax): ReadNames | null {
  if (plain.length > maxBesideCharacters || !besideWords.test(plain)) return null;
  const behalf = /^on behalf of\s+(?:the\s+)?(\p{Lu}.*)$/u.exec(plain)?.[1];
  if (behalf !== undefined) return { names: [{ name: tidyOrganisationName(behalf), organisation: true }], complete: true, problems: [] };
  const isName = (text: string): boolean => /[\s,]/.test(text.trim()) && !isOrganisationName(syntax.toPlain(text));
  const [, person, place] = inBrackets.exec(written) ?? [];
  if (person !== undefined && place !== undefined && isOrganisationName(syntax.toPlain(place)) && isName(person)) {
    const read = readSegment(person, syntax);
    return { ...read, problems: [...read.problems, finding(plain, affiliationMessage, 'in part')] };
  }
  const [, one, group] = onBehalf.exec(written) ?? [];
  if (one === undefined || group === undefined || !isName(one) || !isOrganisationName(syntax.toPlain(group))) return null;
  return joinLists([
    readSegment(one, syntax),
    { names: [{ name: tidyOrganisationName(syntax.toPlain(group)), organisation: true }], complete: true, problems: [] },
  ]);
}
const maxBesideCharacters = 300;
const besideWords = /[([]|(?:^|\s)(?:for|on behalf of|representing|im Namen|au nom de|en nombre de)\s/;

/** A group; a name that was turned round ("Lampgothen, University of") is turned back. */
function readGroup(written: string, plain: string, syntax: Syntax): ReadNames {
  const [head = '', tail = '', ...more] = piecesOf(written).map(syntax.toPlain);
  const isTurned = more.length === 0 && tail !== '' && /\s(?:of|for|für|de|di|do|da|of the)$|^the$/i.test(` ${tail}`);
  const name = isTurned ? `${tail} ${head}` : plain;
  return { names: [{ name: tidyOrganisationName(name), organisation: true }], complete: true, problems: [] };
}

/** "Roe J., Fable A.": in a list where initials are behind every name, the family names are first. */
export function turnInitials<Name extends WrittenName>(names: Name[]): Name[] {
  const people = names.filter(({ organisation }) => !organisation);
  const partsOf = ({ name }: Name) => /^(\p{L}[\p{L}'’-]+(?: \p{L}[\p{L}'’-]+)*) ((?:\p{Lu}\.?-?){1,3})$/u.exec(name);
  if (
    people.length < 2 ||
    !people.every((person) => {
      const [, family, given] = partsOf(person) ?? [];
      return family !== undefined && /\p{Ll}/u.test(family) && (person.family === undefined || person.family === given);
    })
  )
    return names;
  return names.map((person) => {
    const [, family = '', given = ''] = (!person.organisation && partsOf(person)) || [];
    return family === '' ? person : { ...person, name: `${given} ${family}`, family };
  });
}

/** "Ministry of Lamps and Harbours": the last word belongs to the organisation, although BibTeX separates people at "and". */
function joinOrganisations(segments: readonly string[]): string[] {
  const joined: string[] = [];
  for (const segment of segments) {
    const last = joined.at(-1);
    const isRest =
      last !== undefined && !/[,{}]/.test(last + segment) && /\s(?:of|for|für|de|di|do)\s/.test(last) && isOrganisationName(last);
    if (isRest && /^\p{Lu}\p{L}+$/u.test(segment) && withoutRestMark(segment) === null)
      joined[joined.length - 1] = `${last} and ${segment}`;
    else joined.push(segment);
  }
  return joined;
}

const joinLists = (lists: readonly ReadNames[]): ReadNames => ({
  names: turnInitials(lists.flatMap(({ names }) => names)),
  complete: lists.every(({ complete }) => complete),
  problems: lists.flatMap(({ problems }) => problems),
});

/** Decodes entities of HTML; those of TeX's own characters are escaped. `\and` is how LaTeX separates authors. */
const decodeInLatex = (field: string): string => decodeInText(field.includes('\\') ? field.replace(/\\and(?![a-z])/gi, ' and ') : field);
const decodeInText = (text: string): string =>
  /&#?\w+;/.test(text) ? text.replace(/&#?\w+;/g, (entity) => decodeEntities(entity).replace(/[{}\\$%&#_~^]/g, '\\$&')) : text;

const otherSeparators = '\\s*[;；|•、]\\s*|\\s+\\/\\s+|\\s*\\n\\s*';
const ampersand = '\\s+(?:\\\\)?&\\s+';

/** Splits at "&", "und" and "et" if a whole name is on both sides. */
function splitConjunctions(text: string): string[] {
  const parts = splitOutsideBraces(text.replaceAll('\\&', '&'), `${ampersand}|\\s+(?:und|et|и|та)\\s+(?!al)`);
  const isName = (part: string): boolean => {
    const words = part.split(/[\s,]+/);
    return words.length > 1 && !isParticle(words[0] ?? '') && !isParticle(words.at(-1) ?? '') && !isOrganisationName(part);
  };
  return parts.length > 1 && parts.every(isName) ? parts : [text];
}

/**
 * Reads the names in a field of BibTeX: people between "and", which "others" ends. Names in other lists than BibTeX's are read too:
 * separated by semicolons, or by commas.
 * @param takeAddresses removes email addresses, which belong to the name beside them
 */
export function readBibtexNames(field: string, takeAddresses?: TakeAddresses): ReadNames {
  const segments = joinOrganisations(splitOutsideBraces(decodeInLatex(field), '(?<!\\S)and(?!\\S)'))
    .flatMap((segment) => splitOutsideBraces(segment, otherSeparators))
    .flatMap(splitConjunctions)
    .flatMap(splitFullWidth)
    .filter((segment) => segment !== '');
  return joinLists(segments.map((segment) => readSegment(segment, latexSyntax, takeAddresses)));
}

/** Reads the names in a text: one, or several between separators. Nothing is split in a group. */
export function readNames(text: string, takeAddresses?: TakeAddresses): ReadNames {
  const decoded = decodeEntities(text);
  const segments = splitOutsideBraces(decoded, otherSeparators)
    .flatMap((segment) => (isOrganisationName(segment) && !/[,;]/.test(segment) ? [segment] : segment.split(/,?\s+and\s+/i)))
    .flatMap(splitConjunctions)
    .flatMap(splitFullWidth)
    .filter((segment) => segment.trim() !== '');
  return joinLists(segments.map((segment) => readSegment(segment, textSyntax, takeAddresses)));
}

/** A full-width comma separates people, unless one side is a single character: 王，小明 is one person. */
function splitFullWidth(segment: string): string[] {
  if (!segment.includes('，')) return [segment];
  const parts = segment.split('，').map((part) => part.trim());
  return parts.some((part) => part.length < 2) && parts.length === 2 ? [parts.join(', ')] : parts;
}

/** The parts of a name as CSL-JSON, ORCID and others state them. */
interface StatedParts {
  given?: string | undefined;
  family?: string | undefined;
  droppingParticle?: string | undefined;
  nonDroppingParticle?: string | undefined;
  suffix?: string | undefined;
}

/** Reads a name whose parts a source states. */
export function readNameParts(stated: StatedParts, takeAddresses?: TakeAddresses): ReadNames {
  const text = (value: string | undefined): string =>
    decodeEntities(value ?? '')
      .replace(/\s+/g, ' ')
      .trim();
  const [given, family] = [text(stated.given), text(stated.family)];
  if (family === '' && given === '') return nobody();
  const particles = [text(stated.droppingParticle), text(stated.nonDroppingParticle)].filter(Boolean);
  const joined = [given, ...particles, family].filter(Boolean).join(' ');
  if (withoutRestMark(joined) === '' || withoutRestMark(family) === '') return { ...nobody(), complete: false };
  if (isStandIn(joined)) return standIn(joined);
  if (family === '' || given === '')
    return family === '' || particles.length === 0
      ? readSegment(family || given, textSyntax, takeAddresses)
      : asPerson([...particles, family].join(' '), '', stated);
  if (isOrganisationName(joined))
    return { names: [{ name: tidyOrganisationName(joined), organisation: true }], complete: true, problems: [] };
  return asPerson([...particles, family].join(' '), given, stated);
}

/**
 * Returns a name that a source states without the marks and titles beside it ("Farima Bayat†", "Dr. Guoxin Su"), with what was left out. A
 * name without them stays as its source writes it.
 */
export function withoutMarks<Name extends WrittenName>(name: Name): { name: Name; problems: Finding[] } {
  if (name.organisation || !(hasMarks.test(name.name) || titleInFront.test(name.name))) return { name, problems: [] };
  const stated = name.family === undefined ? null : splitAtFamily(name.name, name.family);
  const { names, problems } = stated ? readNameParts(stated) : readNames(name.name);
  const [read] = names;
  if (!read || names.length > 1 || read.organisation || problems.length === 0) return { name, problems: [] };
  const { family: _, ...rest } = name;
  return { name: { ...(rest as Name), name: read.name, ...(stated && read.family !== undefined && { family: read.family }) }, problems };
}

function asPerson(family: string, given: string, stated: StatedParts): ReadNames {
  const marked = [takeMarks(family), takeMarks(given)] as const;
  const familyParts = piecesOf(marked[0].text);
  const givenParts = piecesOf(marked[1].text);
  const suffixIn = (parts: string[]): string => parts.slice(1).find((part) => suffixWord.test(part)) ?? '';
  const suffix =
    decodeEntities(stated.suffix ?? '')
      .replace(/^[\s,]+/, '')
      .trim() ||
    suffixIn(familyParts) ||
    suffixIn(givenParts);
  const { removed, ...person } = personOfParts(
    wordsOf(familyParts[0] ?? '', textSyntax),
    wordsOf(givenParts[0] ?? '', textSyntax),
    degree.test(suffix) ? '' : suffix,
  );
  const problems = marked.flatMap((each) => each.problems);
  if (removed.length > 0) problems.push(finding(`${given} ${family}`, titleMessage, 'in part'));
  const orcid = marked[0].orcid ?? marked[1].orcid;
  return { names: toName(person, true).map((name) => ({ ...name, ...(orcid && { orcid }) })), complete: true, problems };
}

/** Reads a name that its source does not split (`literal` of CSL): a group, or a person whose family name is not known. */
export function readLiteralName(literal: string, takeAddresses?: TakeAddresses): ReadNames {
  const text = decodeEntities(literal).replace(/\s+/g, ' ').trim();
  if (isStandIn(text) || withoutRestMark(text) !== null || /[;@]/.test(text)) return readNames(literal, takeAddresses);
  if (text.includes(',') ? isOrganisationName(text) && /^[^,]+\s[^,]+,/.test(text) : isOrganisationLiteral(text))
    return readGroupName(text);
  return readNames(literal, takeAddresses);
}

/** Reads the name of a group (`name` of Crossref, `Organization` of schema.org). */
export function readGroupName(text: string): ReadNames {
  const name = tidyOrganisationName(decodeEntities(text));
  if (withoutRestMark(name) === '') return { ...nobody(), complete: false };
  if (isStandIn(name)) return standIn(name);
  return { names: [{ name, organisation: true }], complete: true, problems: [] };
}

const toOneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();

/** Splits a written name: at its family name if that is known, and otherwise as a person would read it. */
export function namePartsOf({ name, family, organisation }: WrittenName): NameParts {
  const whole = toOneLine(name);
  if (organisation || whole === '') return { literal: whole };
  const stated = family === undefined ? null : splitAtFamily(whole, toOneLine(family));
  const { people } = stated
    ? { people: [stated] }
    : peopleOfPieces(
        whole,
        piecesOf(whole).map((piece) => wordsOf(piece, textSyntax)),
      );
  const [person] = people;
  if (!person || people.length > 1 || !/\p{L}/u.test(person.family) || !isWhole(person, whole)) return { literal: whole };
  // Formats have a place for a suffix only beside a given name.
  if (person.given === '' && person.suffix !== '') return { given: '', particle: '', family: whole, suffix: '' };
  const words = person.family.split(' ');
  const proper = words.findIndex((word) => !/^['’`‘]?\p{Ll}/u.test(word));
  return {
    given: person.given,
    particle: words.slice(0, Math.max(0, proper)).join(' '),
    family: words.slice(Math.max(0, proper)).join(' '),
    suffix: person.suffix,
  };
}

/** Returns whether the parts make up the written name, which formats that join them again would otherwise change. */
function isWhole({ given, family, suffix }: PersonParts, whole: string): boolean {
  // BibTeX separates names at "and".
  if (/(^|\s)and(\s|$)/i.test(whole)) return false;
  const written = whole.replace(/,(?=\s*\S+$)/, '');
  return [given, family, suffix].filter(Boolean).join(' ') === written || family + given === whole || `${family} ${given}` === whole;
}

/** Splits a name at a stated family name; null if the name has no such part. */
function splitAtFamily(whole: string, family: string): PersonParts | null {
  if (family === '') return null;
  // "Stabler, Jr." as a family name states a suffix.
  const [, proper = '', suffixOfFamily = ''] = /^([^,]+),\s*([^,\s]+)$/.exec(family) ?? [];
  if (suffixWord.test(suffixOfFamily) && whole.endsWith(family))
    return { given: whole.slice(0, -family.length).trim(), family: proper, suffix: suffixOfFamily };
  if (whole === family) return { given: '', family, suffix: '' };
  if (whole.startsWith(family) && isFamilyFirst(family, whole.slice(family.length).trim()))
    return { given: whole.slice(family.length).trim(), family, suffix: '' };
  const at = ` ${whole} `.lastIndexOf(` ${family} `);
  if (at === -1) return null;
  const suffix = whole.slice(at + family.length).replace(/^[\s,]+/, '');
  // The family name is first, as in Hungarian.
  if (at === 0 && !suffixWord.test(suffix)) return { given: suffix, family, suffix: '' };
  return suffix === '' || suffix.split(' ').length === 1 ? { given: whole.slice(0, at).replace(/[\s,]+$/, ''), family, suffix } : null;
}

/**
 * Formats a name for BibTeX. Braces are written around a group only, because they mean one.
 * @param escapeText escapes text for LaTeX
 */
export function writeBibtexName(name: WrittenName, escapeText: (text: string) => string): string {
  const parts = namePartsOf(name);
  if ('literal' in parts) return `{${escapeText(parts.literal)}}`;
  const family = [parts.particle, parts.family].filter(Boolean).join(' ');
  // BibTeX separates names at "and", and words at spaces; biblatex reads "family=…" as a part of the name.
  const protect = (text: string): string =>
    text
      .split(' ')
      .map((word) => (/^and$/i.test(word) || /[=,"]/.test(word) ? `{${escapeText(word)}}` : escapeText(word)))
      .join(' ');
  if (parts.given === '' && parts.suffix === '') return family.includes(' ') ? `${protect(family)},` : protect(family);
  return [family, parts.suffix, parts.given]
    .filter((part, at) => at !== 1 || part !== '')
    .map(protect)
    .join(', ');
}

/** Formats a name for RIS: `Family, Given, Suffix`; in Han, kana and Hangul without a space. A group is one value without a comma. */
export function writeRisName(name: WrittenName): string {
  const parts = namePartsOf(name);
  if ('literal' in parts) return parts.literal.replace(/\s*,\s*/g, ' ');
  const family = [parts.particle, parts.family].filter(Boolean).join(' ');
  const written = [family, parts.given, parts.suffix].filter((part, at) => at === 0 || part !== '' || (at === 1 && parts.suffix !== ''));
  return isFamilyFirst(family, parts.given || family) ? written.join(',') : written.join(', ');
}

/** Formats a name for CSL-JSON. */
export function writeCslName(name: WrittenName): Record<string, string> {
  const parts = namePartsOf(name);
  if ('literal' in parts) return { literal: parts.literal };
  const { family, given, particle, suffix } = parts;
  return { family, ...(given && { given }), ...(particle && { 'non-dropping-particle': particle }), ...(suffix && { suffix }) };
}
