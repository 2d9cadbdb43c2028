import type { Entry } from '@retorquere/bibtex-parser';

type Fields = Record<string, string | undefined>;

/** Fields of a volume that its parts have under another name, and those that they do not have (biblatex, "cross-referencing"). */
const renamed: Readonly<Record<string, string>> = { title: 'booktitle', subtitle: 'booksubtitle' };
const ownFields = new Set('author doi url abstract pages crossref xdata keywords ids eprint archiveprefix file note'.split(' '));
const maxDepth = 5;

/** The entries from which others inherit fields, by key. */
export type Parents = ReadonlyMap<string, { entry: Pick<Entry, 'type'>; fields: Fields }>;

/** Returns the fields of an entry with those that it inherits: all of data containers (`xdata`), and of a volume those of its parts. */
export function inheritFields(fields: Fields, parents: Parents, depth = 0): Fields {
  if (parents.size === 0 || depth > maxDepth || !(fields.xdata || fields.crossref)) return fields;
  const inherited: Fields = { ...fields };
  const add = (name: string, value: string | undefined): void => {
    if (value?.trim() && !inherited[name]?.trim()) inherited[name] = value;
  };
  const parentsOf = (list: string | undefined): Parents extends ReadonlyMap<string, infer Parent> ? Parent[] : never =>
    (list ?? '').split(',').flatMap((key) => parents.get(key.replace(/[{}]/g, '').trim().toLowerCase()) ?? []);
  for (const parent of parentsOf(fields.xdata))
    for (const [name, value] of Object.entries(inheritFields(parent.fields, parents, depth + 1))) if (name !== 'xdata') add(name, value);
  // An entry with neither title nor names is another key of the same work.
  const isSame = !fields.title?.trim() && !fields.author?.trim() && !fields.editor?.trim();
  for (const parent of parentsOf(fields.crossref))
    for (const [name, value] of Object.entries(inheritFields(parent.fields, parents, depth + 1))) {
      // A volume that states its booktitle hands that on, and not its title.
      if (isSame ? name !== 'crossref' : !ownFields.has(name) && !(name === 'title' && parent.fields.booktitle))
        add(isSame ? name : (renamed[name] ?? name), value);
    }
  return inherited;
}
