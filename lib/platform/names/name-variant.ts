const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Hebrew}/u, /\p{Script=Arabic}/u];
/** Letters that no name has beside Latin ones: those of scripts of East Asia are, and those that belong to no script. */
const notBesideLatin =
  /[\p{L}--[\p{Script=Common}\p{scx=Latin}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}]]/v;

/** No word of a name mixes scripts whose letters look alike (Unicode technical standard 39, "single script"). */
const mixesScripts = (name: string): boolean =>
  name
    .split(/[\s-]+/)
    .some(
      (word) => scripts.filter((script) => script.test(word)).length > 1 || (/\p{Script=Latin}/u.test(word) && notBesideLatin.test(word)),
    );

/**
 * Signs that nobody sees make two names look like one. Those that join letters are needed by some scripts, between Latin ones by nobody;
 * those that choose a form of the sign before them belong to Han and Mongolian names.
 */
const invisible =
  /[\p{DI}--[\u180b-\u180f\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}]]|\p{Script=Latin}[\u200c\u200d]|(?<!\p{scx=Mongolian})[\u180b-\u180f]|(?<!\p{scx=Han})[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|\u2800/v;

/** A tick or a star beside a name would pass for this site's word about it; letters of formulas are pictures of letters. */
const notOfNames = /[\p{S}--[`\u00b4]]|[\u{1d400}-\u{1d7ff}]|\p{Co}|\p{Cn}|\p{M}{6}/v;

/** A domain, of which mail programs make a link. After the dot of an abbreviation a name goes on with one capital letter. */
const domain = /[\p{L}\d]{3}\.(?:\p{Ll}{2,}|\p{Lu}{2,})(?!\p{L})|\.\p{L}{2,}\//u;

/** Why a text is no name, as its field says it; null where it may be one. */
export function nameFault(name: string): string | null {
  if (name === '') return null;
  if (invisible.test(name)) return 'The name holds a sign that cannot be seen. Type it again.';
  if (!/\p{L}/u.test(name)) return 'A name has letters.';
  if (/[@<>{}|\\]|https?:|www\./i.test(name) || domain.test(name)) return 'A name alone: addresses have a field of their own.';
  if (notOfNames.test(name)) return 'A name has letters, and such marks as names have. Leave other signs out.';
  return mixesScripts(name) ? 'One word of the name mixes letters of two scripts. Write each word in one.' : null;
}

/** Letters that look like a Latin one (Unicode technical standard 39, confusables): those with which names can be written. */
const alike = new Map(
  [
    ['АВЕЅІЈКМНОРСТУХаеѕіјорсухһԁԛԝѵӏ', 'ABESIJKMHOPCTYXaesijopcyxhdqwvl'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυ', 'ABEZHIKMNOPTYXavopu'],
    ['ՕՍՏօոսցհ', 'OUSonugh'],
  ].flatMap(([from = '', to = '']) => [...from].map((letter, at): [string, string] => [letter, to[at] ?? letter])),
);

/** A name as a reader takes it who knows Latin letters alone; null where some of its letters look like none of them. */
export function seenAsLatin(name: string): string | null {
  const seen = [...name].map((letter) => alike.get(letter) ?? letter).join('');
  return seen !== name && !/[\p{L}--\p{Script=Latin}]/v.test(seen) ? seen : null;
}
