import { hasPower } from '#lib/catalog/powers/model.ts';
import { joinedForms, nameFormsOf, wholeNameKey } from '#lib/platform/names/name-forms.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { latinLookalikeOf } from '#lib/platform/names/name-variant.ts';
import { nameSimilarity } from '#lib/platform/names/similar.ts';

/** How close a stated name is to the names in sources: the same name written differently, a longer or shorter form, or another name. */
type Nearness = 'same' | 'form' | 'other';

const wholeNameKeys = (name: string): Set<string> => {
  const [plain = [], ...more] = nameFormsOf(name);
  return new Set([plain, ...more, ...joinedForms(plain)].map(wholeNameKey));
};

/** Returns how close a stated name is to the closest of the given names. Order, case, diacritics, script and hyphens are ignored. */
export function nameNearness(stated: string, sourceNames: readonly string[]): Nearness {
  const [key, statedKeys] = [nameKey(stated), wholeNameKeys(stated)];
  let closest: Nearness = 'other';
  for (const name of sourceNames) {
    if (!statedKeys.isDisjointFrom(wholeNameKeys(name))) return 'same';
    const match = nameSimilarity(key, nameKey(name));
    if (match === 'same' || match === 'spaced') return 'same';
    if (match !== null) closest = 'form';
  }
  return closest;
}

interface NameFacts {
  level: number;
  /** True if a source prints the name for this record, exactly so, or the record was created with it. */
  isPrinted: boolean;
  /** True if another record has the name. */
  isTaken: boolean;
  /** True if no source describes the profile: its name is nobody else's. */
  isCreated: boolean;
}

/**
 * Returns whether a record shows a name that its owner states.
 * - A name that a source prints for this record, in that order of words, is always accepted.
 * - The owner of a created profile may correct its name, which is nobody else's.
 * - Every other writing requires proved control of the record (a strong proof): also initials and longer forms, which could be insults.
 * - So does another name, so that people who have changed their name can use it. If another record has the name already, an institution, a
 *   registry or co-authors must have confirmed the owner, because many people share a name.
 */
export function isNameAccepted(closeness: Nearness, { level, isPrinted, isTaken, isCreated }: NameFacts): boolean {
  if (isPrinted) return true;
  if (closeness === 'other') return hasPower(level, isTaken ? 'another_name' : 'name_form');
  return hasPower(level, 'name_form') || (isCreated && !isTaken && !hasPower(level, 'arrange'));
}

/**
 * Returns whether a stated name is shown beside a different record name. Somebody else's name is not: otherwise anybody with an email
 * address could show it on a record claimed with a weak proof. Without proved control it must be another writing of the same words.
 */
export function isAdditionalName(stated: string, name: string, level: number): boolean {
  const nearness = nameNearness(stated, [name]);
  return stated !== name && (nearness === 'same' || (nearness === 'form' && hasPower(level, 'name_form')));
}

const maxWords = 4;

/** Returns all permutations of a few words. */
const permutationsOf = (words: readonly string[]): string[][] =>
  words.length < 2 ? [[...words]] : words.flatMap((word, at) => permutationsOf(words.toSpliced(at, 1)).map((rest) => [word, ...rest]));

/** Returns the forms that a reader may take for the same name: any word order and spelling, and look-alike letters. */
export function nameReadingsOf(name: string): string[][] {
  const forms = [name, latinLookalikeOf(name) ?? []].flat().flatMap(nameFormsOf);
  const all = forms.flatMap((form) => (form.length > maxWords ? [form, [...form.slice(1), form[0] ?? '']] : permutationsOf(form)));
  return [...new Map(all.map((words) => [words.join(' '), words])).values()];
}
