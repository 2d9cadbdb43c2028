import { type ImportedWork, importedWork } from './model.ts';

type Path = readonly PropertyKey[];

/** Fields without which a record is no work: a fault in one of them costs the record. */
const needed = new Set<PropertyKey>(['source', 'recordId', 'title', 'type', 'authors', 'authorsComplete']);
/** Lists whose entries stand alone: a fault in an entry costs that entry. */
const lists = ['identifiers', 'venues', 'indicators'] as const;

/**
 * Checks a work as an adapter has read it. A field that does not fit is left out, and the work is kept.
 * @returns the work, or what does not fit where the work cannot do without it
 */
export function checkedWork(raw: ImportedWork): { ok: true; work: ImportedWork } | { ok: false; field: string; message: string } {
  const first = importedWork.safeParse(raw);
  if (first.success) return { ok: true, work: first.data };
  const paths = first.error.issues.map(({ path }) => path);
  const second = importedWork.safeParse(withoutFields(raw, paths));
  if (second.success) return { ok: true, work: second.data };
  const [issue] = second.error.issues;
  return { ok: false, field: issue?.path.join('.') ?? '', message: issue?.message ?? 'unknown' };
}

function withoutFields(raw: ImportedWork, paths: readonly Path[]): ImportedWork {
  const work = structuredClone(raw);
  for (const [field, at, key] of paths) {
    const author = field === 'authors' && typeof at === 'number' ? work.authors[at] : undefined;
    if (author && key !== undefined) Reflect.deleteProperty(author, key);
    else if (field !== undefined && !needed.has(field) && !lists.some((list) => list === field)) Reflect.deleteProperty(work, field);
  }
  for (const list of lists) {
    const faulty = new Set(paths.flatMap(([field, at]) => (field === list ? [at] : [])));
    if (faulty.size > 0) Object.assign(work, { [list]: work[list]?.filter((_, at) => !faulty.has(at)) });
  }
  return work;
}
