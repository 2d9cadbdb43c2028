import { joinedForms, nameFormsOf } from '#lib/platform/names/name-forms.ts';

/**
 * Returns the forms of a name that differ in their letters only, as printed first: "Müller" and "Mueller". Romanised names are left out: as
 * words in any order, many people have them.
 */
export function letterForms(name: string): string[][] {
  const [printed = [], ...forms] = nameFormsOf(name);
  return [printed, ...forms.filter((form) => form.length === printed.length && /^[a-z\d]+$/.test(printed.join('')))];
}

/**
 * Returns the words of a name as it may be printed, if one of its forms has all words of a form of the query; otherwise none. "Hinrich
 * Schuetze" gives "hinrich schutze" for the name Hinrich Schütze.
 */
export function variantsOfName(asked: readonly (readonly string[])[], name: string): string[][] {
  const forms = nameFormsOf(name);
  const isName = [...forms, ...joinedForms(forms[0] ?? [])].some((form) =>
    asked.some((words) => words.every((word) => form.includes(word))),
  );
  return isName ? letterForms(name) : [];
}

/** Returns other spellings of a word, as names have it: "schuetze" and "schutze" for the name Hinrich Schütze. */
export function variantsOfWord(word: string, names: Iterable<string>): string[] {
  const nameVariants = new Set<string>();
  for (const name of names) {
    const forms = letterForms(name);
    const at = Math.max(...forms.map((form) => form.indexOf(word)));
    for (const form of at < 0 ? [] : forms) if (form[at] !== undefined) nameVariants.add(form[at]);
  }
  nameVariants.delete(word);
  return [...nameVariants];
}
