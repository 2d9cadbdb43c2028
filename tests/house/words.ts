/** The words that the project does not use, each with the term of docs/glossary.md that it uses instead. */
export interface Term {
  term: string;
  not: readonly string[];
}

/** Returns the terms of a glossary in the form `| term | meaning | not |`, with the words that each one replaces. */
export const termsOf = (glossary: string): Term[] =>
  glossary
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, term = '', , not = '']) => ({ term, not: not.split(',').flatMap((word) => word.trim() || []) }));

const camel = (words: string): string => words.trim().replace(/[\s-]+(\w)/g, (_, letter: string) => letter.toUpperCase());
const kebab = (words: string): string =>
  words
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/\s+/g, '-')
    .toLowerCase();

/** Archaic words, in comments, texts and titles. */
const archaic: Record<string, string> = {
  whoever: 'anyone who',
  anew: 'again',
  whither: 'where',
  mend: 'fix',
  mends: 'fixes',
  mended: 'fixed',
};
/** Beginnings of names of limits, with what the field writes. */
const limits: Record<string, string> = { most: 'max', least: 'min', longest: 'max', fewest: 'min' };
/** Parts of error codes. */
const inCodes: Record<string, string> = {
  word: 'attestation',
  copy: 'archive',
  slow: 'cooldown',
  anew: 'again',
  stands: 'open',
  here: 'from_network',
};

const exported = /^export (?:async )?(?:const|function|interface|type|class) (\w+)/gm;

/**
 * Finds words of the list in file names, exported identifiers, error codes and texts.
 * @returns one sentence for each, with the word to use
 */
export function wordViolations(
  files: readonly { path: string; text: string }[],
  terms: readonly Term[],
  codes: readonly string[] = [],
): string[] {
  const instead = new Map(terms.flatMap(({ term, not }) => not.map((word) => [camel(word).toLowerCase(), { word, term }] as const)));
  const names = new Map(terms.flatMap(({ term, not }) => not.map((word) => [kebab(word), term] as const)));
  const anyArchaic = new RegExp(`\\b(${Object.keys(archaic).join('|')})\\b`, 'gi');
  const found: string[] = [];
  for (const { path, text } of files) {
    const base = /([^/]+?)(\.(test|spec|clock\.spec))?\.\w+$/.exec(path)?.[1] ?? '';
    const term = names.get(base);
    if (term) found.push(`${path}: the file name says "${base}", not "${term}"`);
    for (const [, name = ''] of text.matchAll(exported)) {
      const private_ = instead.get(name.toLowerCase());
      if (private_) found.push(`${path}: ${name} is "${private_.term}" in the glossary`);
      const limit = /^(most|least|longest|fewest)(?=[A-Z])/.exec(name)?.[1];
      if (limit) found.push(`${path}: ${name} begins with "${limit}", not "${limits[limit]}"`);
    }
    for (const [word] of text.matchAll(anyArchaic)) found.push(`${path}: "${word}" is "${archaic[word.toLowerCase()]}"`);
  }
  for (const code of codes)
    for (const part of code.split('_')) if (Object.hasOwn(inCodes, part)) found.push(`${code}: "${part}" is "${inCodes[part]}"`);
  return found;
}

/** Habits of old texts, each with what to write instead. */
const habits: readonly [RegExp, string][] = [
  [/\bstands?\b/i, 'is, stays, or depends'],
  [/\btaken? (?:it |them |this )?back\b/i, 'withdraw'],
  [/\blook (?:into|again)\b|\banother look\b/i, 'check, or appeal'],
  [/\bruns? out\b/i, 'expires'],
  [/\bhear of\b|\bwho says so\b/i, 'notification settings, or sources'],
  [/\bof (?:yours|theirs)\b(?!,? (?:alone|be))/i, 'your, their'],
  [/\bnothing fits\b/i, 'no entries match these filters'],
  [/\bg(?:ive|ives|iven|ave) (?:no|their|your) word\b/i, 'confirm, attest'],
  [/\be-mails?\b|\bmails\b|\bby mail\b/i, 'email'],
  [/\bhow it stands\b|\bthe way (?:back in|from)\b|\bways on\b|\bout of this page\b/i, 'a plain heading'],
  [/\btake (?:it|these|them) home\b|\bput (?:it|this) aside\b|\bfigures from elsewhere\b/i, 'download, archive, metrics'],
  [/\bwhat (?:we call you|waits for you|concerns you|you hear)\b|\blook among\b|\bthis needs script\b/i, 'a plain label'],
];

/** Text without comments, each as long as before. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/(^|\s)\/\/.*$/gm, '$1');

/** Phrases of a file that people can read: string literals of several words, and the text between JSX tags. */
function phrasesIn(path: string, text: string): string[] {
  const code = withoutComments(text);
  const literals = [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)];
  const said = literals.map(([, single, double, template]) => (single ?? double ?? template ?? '').replace(/\$\{[^}]*\}/g, '…'));
  const between = path.endsWith('x') ? [...code.matchAll(/(?<=[>}])[^<>{}]+(?=[<{])/g)].map(([words]) => words) : [];
  const isText = (words: string): boolean => /\w\s+\w/.test(words) && !/[;=]|\breturn\b/.test(words);
  return [...said, ...between.filter(isText)].map((words) => words.replace(/\s+/g, ' ').trim()).filter((words) => words.includes(' '));
}

/** Finds habits of old texts in what people read. @returns one sentence for each, with what to write instead */
export const habitViolations = (files: readonly { path: string; text: string }[]): string[] =>
  files.flatMap(({ path, text }) =>
    phrasesIn(path, text).flatMap((words) =>
      habits.flatMap(([habit, instead]) => (habit.test(words) ? [`${path}: "${words}" has "${habit.exec(words)?.[0]}": ${instead}`] : [])),
    ),
  );
