import { formsOf, joinedForms, keyOf } from '#lib/platform/names/name-forms.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { seenAsLatin } from '#lib/platform/names/name-variant.ts';
import { similarity } from '#lib/platform/names/similar.ts';

/** How near a stated name is to what sources write: the same in another way of writing it, a longer or shorter form of it, or another. */
type Nearness = 'same' | 'form' | 'other';

const wholes = (name: string): Set<string> => {
  const [plain = [], ...more] = formsOf(name);
  return new Set([plain, ...more, ...joinedForms(plain)].map(keyOf));
};

/** How near a stated name is to the nearest of those that sources give. Order, case, marks, scripts and hyphens do not part two names. */
export function nearness(stated: string, given: readonly string[]): Nearness {
  const [key, mine] = [nameKey(stated), wholes(stated)];
  let near: Nearness = 'other';
  for (const name of given) {
    if (!mine.isDisjointFrom(wholes(name))) return 'same';
    const alike = similarity(key, nameKey(name));
    if (alike === 'same' || alike === 'spaced') return 'same';
    if (alike !== null) near = 'form';
  }
  return near;
}

/** The levels from which an owner is known to control the record, and from which others confirm it (trust.md). */
const levelOfControl = 3;
const levelOfOthers = 4;

/**
 * Whether a name that an owner states is shown as the record's name. What sources write otherwise always is. A longer or shorter form is
 * unless another record has it: an initial must not become somebody else. Another name altogether is for the person who has shown control of
 * the record (a strong proof), so that people who have changed their name are called by it; where another record has it already, for
 * those whom an institution, a registry or co-authors confirm: many people share a name.
 * @param borne another record has the name here
 */
export function isNameAccepted(near: Nearness, { level, borne }: { level: number; borne: boolean }): boolean {
  if (near === 'same') return true;
  if (near === 'form') return !borne || level >= levelOfControl;
  return level >= (borne ? levelOfOthers : levelOfControl);
}

/**
 * Whether a stated name that is not the record's name is shown beside it. A name of somebody else is not: anybody with an email address could
 * show it on a record that a weak proof has claimed.
 */
export const isAdditionalName = (stated: string, name: string): boolean => stated !== name && nearness(stated, [name]) !== 'other';

const maxWords = 4;

/** All orders of a few words. */
const orders = (words: readonly string[]): string[][] =>
  words.length < 2 ? [[...words]] : words.flatMap((word, at) => orders(words.toSpliced(at, 1)).map((rest) => [word, ...rest]));

/** The ways in which a reader would take a name for the same one: in any order and spelling, and by the look of its letters. */
export function readAs(name: string): string[][] {
  const forms = [name, seenAsLatin(name) ?? []].flat().flatMap(formsOf);
  const all = forms.flatMap((form) => (form.length > maxWords ? [form, [...form.slice(1), form[0] ?? '']] : orders(form)));
  return [...new Map(all.map((words) => [words.join(' '), words])).values()];
}
