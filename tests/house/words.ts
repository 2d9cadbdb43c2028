/** A term of docs/glossary.md, with the words that it replaces. */
export interface Term {
  term: string;
  not: readonly string[];
}

/** Parses the table `| term | meaning | not |` of a glossary. */
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

/** Archaic words and their replacements, checked in all text. */
const archaic: Record<string, string> = {
  whoever: 'anyone who',
  anew: 'again',
  whither: 'where',
  mend: 'fix',
  mends: 'fixes',
  mended: 'fixed',
};
/** Prefixes of limits and their replacements. */
const limits: Record<string, string> = { most: 'max', least: 'min', longest: 'max', fewest: 'min' };
/** Words inside camel-case identifiers of any scope, and their replacements. */
const namePhrases: Record<string, string> = {
  'after mark': 'cursor',
  'gave up': 'failed',
  'give word': 'attest',
  'go on': 'redirect or continue',
  habits: 'security events',
  importers: 'source adapters',
  'keep back': 'hide',
  'keeps back': 'hides',
  'kept back': 'hidden',
  'left out': 'quarantined or excluded',
  patience: 'timeout',
  'slow down': 'cooldown',
  spelling: 'name variant',
  spellings: 'name variants',
  stakes: 'conflict of interest or quorum',
  'unsay word': 'revoke attestation',
  'way back': 'recovery',
  'way between': 'path',
  'who says so': 'source',
  withheld: 'suppressed',
};
/** Complete identifiers and their replacements; not checked in tests. */
const completeNames: Record<string, string> = {
  deed: 'action or operation',
  deeds: 'actions or operations',
  look: 'variant, className or poll',
  says: 'label or description',
  standing: 'current, stored or effective',
  stands: 'state',
  told: 'notice, shown or recorded',
};
/** Phrases in comments, test titles and documents, and their replacements. */
const prosePhrases: readonly [RegExp, string][] = [
  [/\bstands?\b(?! (?:for|out)\b)(?<!-stand)(?!-)/gi, 'is, appears, or is valid'],
  [/\b(?:has|have) run out\b|\bruns out\b/gi, 'expires'],
  [/\b(?:takes?|taken|took) (?:it |them |this )?back\b/gi, 'withdraw'],
  [/\bk(?:eeps?|ept) back\b/gi, 'hide'],
  [/\banother look\b|\bsecond thought\b|\bback then\b/gi, 'appeal, or as of'],
  [/\bhear of\b/gi, 'be notified of'],
  [/\bwho says so\b/gi, 'source, or provenance'],
  [/\bway back\b/gi, 'recovery, or undo'],
  [/\bfresh sign-in\b/gi, 'recent sign-in'],
  [/\boperator['’]s book\b|\baudit book\b/gi, 'audit log'],
  [/\bowner['’]s word\b/gi, "owner's statement"],
  [/\bimporters?\b/gi, 'source adapter'],
  [/\bfour eyes\b/gi, 'two votes'],
  [/\bstood\b|\bbears?\b|\bbore\b/gi, 'was, has, or had'],
  [/\bset aside\b|\bgave up\b/gi, 'quarantined, or failed'],
  [/\b(?:gives?|given|gave|asked|takes?) (?:a|the|their|its|such a) word\b|\bco-author['’]s word\b/gi, 'attest, attestation'],
  [/\bways? to sign in\b/gi, 'sign-in method'],
  [/\binstitutional logins?\b/gi, 'federated login'],
];
/** Parts of error codes and their replacements. */
const codeParts: Record<string, string> = {
  word: 'attestation',
  copy: 'archive',
  slow: 'cooldown',
  anew: 'again',
  stands: 'open',
  here: 'from_network',
};

/** Matches declared names: variables, functions, types, parameters and properties. */
const declared =
  /\b(?:const|let|function\*?|interface|type|class)\s+(\w+)|[{,(]\s*(?:\.\.\.)?(\w+)\??\s*(?=[:,}=)])|^\s+(?:readonly\s+)?(\w+)\??:/gm;
const comments = /\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*$/gm;
const titles = /\b(?:test|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*(['"`])(.*?)\1/g;

const wordsOf = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

/** Returns the prose of a file: all text of a document; comments and test titles of code. */
function proseOf({ path, text }: { path: string; text: string }): string {
  if (path.endsWith('.md')) return text;
  const said = [...text.matchAll(comments)].map(([comment]) => comment.replace(/\n\s*\*/g, ' '));
  return (path.startsWith('tests/') ? [...said, ...[...text.matchAll(titles)].map((title) => title[2] ?? '')] : said).join('\n');
}

/** Finds replaced words in identifiers of any scope, comments, test titles and documents. @returns one sentence each */
export function proseViolations(files: readonly { path: string; text: string }[]): string[] {
  const names = Object.keys(namePhrases).map((words) => [new RegExp(`\\b${words}\\b`), words] as const);
  return files.flatMap((file) => {
    const code = /\.(?:tsx?|mjs)$/.test(file.path) ? withoutComments(file.text).replace(/'(?:[^'\\\n]|\\.)*'/g, "''") : '';
    const all = new Set([...code.matchAll(declared)].map(([, one, two, three]) => one ?? two ?? three ?? ''));
    const inCode = [...all].flatMap((name) => {
      const found = names.find(([pattern]) => pattern.test(wordsOf(name)))?.[1];
      const limit = /^(most|least|longest|fewest)(?=[A-Z])/.exec(name)?.[1];
      const instead = file.path.startsWith('tests/') ? undefined : completeNames[name];
      if (instead) return `${file.path}: ${name} is ${instead}`;
      if (limit) return `${file.path}: ${name} begins with "${limit}", not "${limits[limit]}"`;
      return found ? `${file.path}: ${name} has "${found}": ${namePhrases[found]}` : [];
    });
    const prose = proseOf(file);
    const said = prosePhrases.flatMap(([pattern, instead]) =>
      [...prose.matchAll(pattern)].map(([words]) => `${file.path}: "${words}" is ${instead}`),
    );
    return [...inCode, ...said];
  });
}

const exported = /^export (?:async )?(?:const|function|interface|type|class) (\w+)/gm;

/**
 * Finds replaced words in file names, exported identifiers, error codes and texts.
 * @returns one sentence each, with the replacement
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
    for (const part of code.split('_')) if (Object.hasOwn(codeParts, part)) found.push(`${code}: "${part}" is "${codeParts[part]}"`);
  return found;
}

/** Discouraged phrases in interface texts and their replacements. */
const discouragedPhrases: readonly [RegExp, string][] = [
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

/** Blanks comments; offsets stay the same for block comments. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/(^|\s)\/\/.*$/gm, '$1');

/** Returns the visible phrases of a file: string literals of several words, and text between JSX tags. */
function phrasesIn(path: string, text: string): string[] {
  const code = withoutComments(text);
  const literals = [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)];
  const said = literals.map(([, single, double, template]) => (single ?? double ?? template ?? '').replace(/\$\{[^}]*\}/g, '…'));
  const jsxTexts = path.endsWith('x') ? [...code.matchAll(/(?<=[>}])[^<>{}]+(?=[<{])/g)].map(([words]) => words) : [];
  const isText = (words: string): boolean => /\w\s+\w/.test(words) && !/[;=]|\breturn\b/.test(words);
  return [...said, ...jsxTexts.filter(isText)].map((words) => words.replace(/\s+/g, ' ').trim()).filter((words) => words.includes(' '));
}

/** Finds discouraged phrases in interface texts. @returns one sentence each, with the replacement */
export const phraseViolations = (files: readonly { path: string; text: string }[]): string[] =>
  files.flatMap(({ path, text }) =>
    phrasesIn(path, text).flatMap((words) =>
      discouragedPhrases.flatMap(([pattern, instead]) =>
        pattern.test(words) ? [`${path}: "${words}" has "${pattern.exec(words)?.[0]}": ${instead}`] : [],
      ),
    ),
  );
