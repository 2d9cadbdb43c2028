import { type RichText, shortenText, type TextLimits } from '#lib/platform/text/rich-text.ts';
import { type ImportedWork, importedWork, maxAuthors } from './model.ts';

type Path = readonly PropertyKey[];

/** Required fields: an invalid value rejects the record. */
const requiredFields = new Set<PropertyKey>(['source', 'recordId', 'title', 'type', 'authors', 'authorsComplete']);
/** Lists whose entries are validated individually: only invalid entries are removed. */
const listFields = ['identifiers', 'venues', 'indicators'] as const;

/** Limits for texts, because pages show the whole text, and lists show the title of each work. */
const textLimits: Record<'title' | 'abstract', TextLimits> = {
  title: { maxCharacters: 2_000, maxFormulas: 200 },
  abstract: { maxCharacters: 20_000, maxFormulas: 200 },
};
const maxNameCharacters = 400;

type CheckedWork = { ok: true; work: ImportedWork; changes: string[] } | { ok: false; field: string; message: string };

/**
 * Validates a work from an adapter. Texts that are too long are cut, and other invalid fields are removed, so that the work can be
 * imported.
 * @returns the work and a sentence about each change; or the invalid required field
 */
export function validateWork(raw: ImportedWork): CheckedWork {
  const { work, changes } = shortenTexts(raw);
  const result = importedWork.safeParse(work);
  if (result.success) return { ok: true, work: result.data, changes };
  const paths = result.error.issues.map(({ path }) => path);
  const reducedResult = importedWork.safeParse(withoutFields(work, paths));
  const removals = paths.map(
    (path) => `The field ${path.filter((part) => typeof part === 'string').join('.')} does not fit and was left out.`,
  );
  if (reducedResult.success) return { ok: true, work: reducedResult.data, changes: [...new Set([...changes, ...removals])] };
  const [issue] = reducedResult.error.issues;
  return { ok: false, field: issue?.path.join('.') ?? '', message: issue?.message ?? 'unknown' };
}

/** Returns a copy with long texts cut, or the work itself if none is too long. */
function shortenTexts(raw: ImportedWork): { work: ImportedWork; changes: string[] } {
  const changes: string[] = [];
  const work = { ...raw };
  for (const field of ['title', 'abstract'] as const) {
    const text = raw[field];
    if (!Array.isArray(text)) continue;
    const limits = textLimits[field];
    if (isWithinLimits(text, limits)) continue;
    work[field] = shortenText(text, limits);
    changes.push(`The ${field} was cut to ${limits.maxCharacters} characters and ${limits.maxFormulas} formulas.`);
  }
  if (raw.authors.some(({ name }) => name.length > maxNameCharacters)) {
    work.authors = raw.authors.map((author) => ({ ...author, name: author.name.slice(0, maxNameCharacters) }));
    changes.push(`A name was cut to ${maxNameCharacters} characters.`);
  }
  if (raw.authors.length > maxAuthors) {
    Object.assign(work, { authors: work.authors.slice(0, maxAuthors), authorsComplete: false });
    changes.push(`The list of authors was cut to ${maxAuthors} names.`);
  }
  return { work, changes };
}

/** Avoids copying texts, most of which are within the limits. */
const isWithinLimits = (text: RichText, limits: TextLimits): boolean =>
  text.every((node) => typeof node === 'string')
    ? text.join('').length <= limits.maxCharacters
    : JSON.stringify(shortenText(text, limits)) === JSON.stringify(text);

const isNamePath = (path: Path): boolean => path.length === 1 && path[0] === 'name';

/** Returns a copy without invalid fields. An author with an invalid name is removed, and the list is marked as incomplete. */
function withoutFields(raw: ImportedWork, paths: readonly Path[]): ImportedWork {
  const work = structuredClone(raw);
  const namelessAuthors = new Set(paths.flatMap(([field, at, ...rest]) => (field === 'authors' && isNamePath(rest) ? [at] : [])));
  for (const [field, at, key] of paths) {
    const author = field === 'authors' && typeof at === 'number' ? work.authors[at] : undefined;
    if (author && key !== undefined) Reflect.deleteProperty(author, key);
    else if (field !== undefined && !requiredFields.has(field) && !listFields.some((list) => list === field))
      Reflect.deleteProperty(work, field);
  }
  for (const list of listFields) {
    const invalidEntries = new Set(paths.flatMap(([field, at]) => (field === list ? [at] : [])));
    if (invalidEntries.size > 0) Object.assign(work, { [list]: work[list]?.filter((_, at) => !invalidEntries.has(at)) });
  }
  if (namelessAuthors.size > 0)
    Object.assign(work, { authors: work.authors.filter((_, at) => !namelessAuthors.has(at)), authorsComplete: false });
  return work;
}
