import { type SourceId, sources } from '#lib/catalog/sources/model.ts';
import { fold } from '#lib/platform/text/tokenizer.ts';

/** A name with the family name within it, if a source states it. */
export interface PartedName {
  name: string;
  family: string | null;
}

/** A name on a work. */
export interface NameOnWork extends PartedName {
  year: number | null;
}

/** The name by which a source knows a person: chosen by its editors, by the person, or by its index. */
export interface KnownName extends PartedName {
  source: SourceId;
}

/** Whether the name by which a source knows a person was chosen by people. An index, such as OpenAlex, derives it from works. */
export const choosesNames = (source: SourceId): boolean => !('independent' in sources[source]);

interface Form extends PartedName {
  works: number;
  lastYear: number;
}

/** Counts the works under each form of a name. */
function formsOf(names: readonly NameOnWork[]): Map<string, Form> {
  const forms = new Map<string, Form>();
  for (const { name, family, year } of names) {
    const form = forms.get(name);
    if (!form) forms.set(name, { name, family, works: 1, lastYear: year ?? 0 });
    else {
      form.works += 1;
      form.lastYear = Math.max(form.lastYear, year ?? 0);
      form.family ??= family;
    }
  }
  return forms;
}

const hasDiacritics = (name: string): boolean => fold(name) !== name.normalize('NFC').toLowerCase();

/** The form on most works first, then newer before older, then with diacritics before without, then the one that is shown already. */
const byUse =
  (current: string) =>
  (a: Form, b: Form): number =>
    b.works - a.works ||
    b.lastYear - a.lastYear ||
    Number(hasDiacritics(b.name)) - Number(hasDiacritics(a.name)) ||
    Number(b.name === current) - Number(a.name === current) ||
    (a.name < b.name ? -1 : 1);

/**
 * Returns the name that the sources give a person: the one that people have chosen, such as the editors of the source, by the rank of the
 * sources; otherwise the form on most works. Null if no source names the person.
 * @param current the name that is shown, which stays if nothing distinguishes two forms
 */
export function nameInSources(names: readonly NameOnWork[], known: readonly KnownName[], current = ''): PartedName | null {
  const forms = formsOf(names);
  const chosen = known
    .filter(({ source }) => choosesNames(source))
    .map(({ source, name, family }) => {
      const form = forms.get(name) ?? { name, family: null, works: 0, lastYear: 0 };
      return { rank: sources[source].rank, form: { ...form, family: family ?? form.family } };
    })
    .sort((a, b) => a.rank - b.rank || byUse(current)(a.form, b.form));
  const form = chosen[0]?.form ?? [...forms.values()].sort(byUse(current))[0];
  return form ? { name: form.name, family: form.family ?? familyWithin(form.name, [...known, ...forms.values()]) } : null;
}

/** Returns the family name that a source states within another form, if the name ends with it or begins with it as a word. */
export const familyWithin = (name: string, names: readonly PartedName[]): string | null =>
  names.find(({ family }) => family && (name === family || name.endsWith(` ${family}`)))?.family ?? null;
