import { readDate } from '#lib/catalog/bibliography/dates.ts';
import { identifiersIn, uniqueIdentifiers } from '#lib/catalog/bibliography/identifiers.ts';
import { readNames } from '#lib/catalog/bibliography/names.ts';
import { workTypes } from '#lib/catalog/bibliography/types.ts';
import { safeHref } from '#lib/platform/text/rich-text.ts';
import { type ImportedWork, importedWork } from './model.ts';
import { toPeople } from './people.ts';

/** The fields of a form; all except title and authors may be empty. */
type TypedWork = Record<'title' | 'authors' | 'date' | 'venue' | 'type' | 'doi' | 'url', string>;

/** Returns the work that a form describes. Authors are one name per line. */
export function workFromForm({ title, authors, date, venue, type, doi, url }: TypedWork): ImportedWork {
  const people = toPeople('authors', [{ read: readNames(authors) }]);
  const href = url ? safeHref(url) : null;
  return importedWork.parse({
    source: 'owner',
    recordId: 'draft',
    title: [title.replace(/\s+/g, ' ')],
    type: workTypes.find((each) => each === type) ?? 'other',
    ...readDate(date).value,
    ...(venue.trim() && { venue: venue.trim() }),
    ...(href && { url: href }),
    identifiers: uniqueIdentifiers([doi, url].flatMap(identifiersOf)),
    authors: people.names.map((name) => ({ ...name, name: name.name.slice(0, 400) })),
    authorsComplete: people.complete,
  });
}

const workSchemes = ['doi', 'arxiv', 'acl'] as const;
const identifiersOf = (typed: string): ImportedWork['identifiers'] =>
  identifiersIn(typed).flatMap(({ scheme, value }) =>
    workSchemes.some((each) => each === scheme) ? [{ scheme: scheme as (typeof workSchemes)[number], value }] : [],
  );
