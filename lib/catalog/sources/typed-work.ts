import { safeHref } from '#lib/platform/text/rich-text.ts';
import { dateOf, identifiersOf } from './bibtex/fields.ts';
import { type ImportedWork, importedWork, workTypes } from './model.ts';

/** The fields of a form; all except title and authors may be empty. */
type TypedWork = Record<'title' | 'authors' | 'date' | 'venue' | 'type' | 'doi' | 'url', string>;

/** Returns the work that a form describes. Authors are one name per line. */
export function workFromForm({ title, authors, date, venue, type, doi, url }: TypedWork): ImportedWork {
  const names = authors.split('\n').map((name) => name.replace(/\s+/g, ' ').trim());
  const href = url ? safeHref(url) : null;
  return importedWork.parse({
    source: 'owner',
    recordId: 'draft',
    title: [title.replace(/\s+/g, ' ')],
    type: workTypes.find((each) => each === type) ?? 'other',
    ...dateOf({ date }),
    ...(venue.trim() && { venue: venue.trim() }),
    ...(href && { url: href }),
    identifiers: identifiersOf({ doi, url }),
    authors: names.filter((name) => name !== '').map((name) => ({ name: name.slice(0, 400) })),
  });
}
