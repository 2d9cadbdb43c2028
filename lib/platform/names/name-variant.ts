const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Hebrew}/u, /\p{Script=Arabic}/u];
/** Letters that do not occur beside Latin ones in names. East Asian letters, and letters of no specific script, do occur. */
const unmixableLetters =
  /[\p{L}--[\p{Script=Common}\p{scx=Latin}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}]]/v;

/** Returns true if a token of a name mixes scripts with similar letters (Unicode Technical Standard 39, "single script"). */
const hasMixedScripts = (name: string): boolean =>
  name
    .split(/[\s-]+/)
    .some(
      (word) => scripts.filter((script) => script.test(word)).length > 1 || (/\p{Script=Latin}/u.test(word) && unmixableLetters.test(word)),
    );

/**
 * Invisible characters, which make two different names look equal. Joiners are permitted except between Latin letters; variation selectors
 * are permitted after Han and Mongolian characters.
 */
const invisiblePattern =
  /[\p{DI}--[\u180b-\u180f\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}]]|\p{Script=Latin}[\u200c\u200d]|(?<!\p{scx=Mongolian})[\u180b-\u180f]|(?<!\p{scx=Han})[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|\u2800/v;

/**
 * Symbols such as ticks and stars, which could imitate verification marks of this site, and mathematical letters, which imitate letters.
 */
const nonNamePattern = /[\p{S}--[`\u00b4]]|[\u{1d400}-\u{1d7ff}]|\p{Co}|\p{Cn}|\p{M}{6}/v;

/** A domain, which mail programs turn into a link. After the dot of an abbreviation, a name continues with only one capital letter. */
const domainPattern = /[\p{L}\d]{3}\.(?:\p{Ll}{2,}|\p{Lu}{2,})(?!\p{L})|\.\p{L}{2,}\//u;

/** Returns why a text is not a valid name, for the form field; null if it may be one. */
export function nameFault(name: string): string | null {
  if (name === '') return null;
  if (invisiblePattern.test(name)) return 'The name holds a sign that cannot be seen. Type it again.';
  if (!/\p{L}/u.test(name)) return 'A name has letters.';
  if (/[@<>{}|\\]|https?:|www\./i.test(name) || domainPattern.test(name)) return 'A name alone: addresses have a field of their own.';
  if (nonNamePattern.test(name)) return 'A name has letters, and such marks as names have. Leave other signs out.';
  return hasMixedScripts(name) ? 'One word of the name mixes letters of two scripts. Write each word in one.' : null;
}

/** Letters that resemble a Latin letter (Unicode Technical Standard 39, confusables), restricted to letters used in names. */
const latinLookalikes = new Map(
  [
    ['АВЕЅІЈКМНОРСТУХаеѕіјорсухһԁԛԝѵӏ', 'ABESIJKMHOPCTYXaesijopcyxhdqwvl'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυ', 'ABEZHIKMNOPTYXavopu'],
    ['ՕՍՏօոսցհ', 'OUSonugh'],
  ].flatMap(([from = '', to = '']) => [...from].map((letter, at): [string, string] => [letter, to[at] ?? letter])),
);

/** Returns the Latin name that a name in other letters resembles; null if some of its letters resemble none. */
export function latinLookalikeOf(name: string): string | null {
  const replaced = [...name].map((letter) => latinLookalikes.get(letter) ?? letter).join('');
  return replaced !== name && !/[\p{L}--\p{Script=Latin}]/v.test(replaced) ? replaced : null;
}
