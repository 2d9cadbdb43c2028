import { isCalendarDate, readDate } from '#lib/catalog/bibliography/dates.ts';
import { decodeEntities } from '#lib/catalog/bibliography/entities.ts';
import { inScheme, isOrcid, readArxivId, readDoi, uniqueIdentifiers } from '#lib/catalog/bibliography/identifiers.ts';
import { isOrganisationName, isStandIn, tidyOrganisationName, withoutRestMark } from '#lib/catalog/bibliography/name-words.ts';
import { withoutMarks } from '#lib/catalog/bibliography/names.ts';
import { kindOfVenue } from '#lib/catalog/bibliography/types.ts';
import type { RichText } from '#lib/platform/text/rich-text.ts';
import type { ImportedName, ImportedWork } from './model.ts';

/** Reads a stored record again with the present rules, as far as they need no more than what was stored of it. */
export function rereadPayload(work: ImportedWork): ImportedWork {
  const { venue, date, ...rest } = work;
  const kind = venue === undefined ? 'venue' : kindOfVenue(venue);
  const isPreprint = kind === 'preprints' && (work.type === 'article' || work.type === 'other');
  const readableDate = date === undefined || isCalendarDate(date) ? date : readDate(date).value.date;
  return {
    ...rest,
    ...(isPreprint && { type: 'preprint' as const }),
    ...(venue !== undefined && kind === 'venue' && { venue }),
    ...(readableDate !== undefined && { date: readableDate }),
    title: work.title && decodeTree(work.title),
    identifiers: uniqueIdentifiers(work.identifiers.flatMap(rereadIdentifier)),
    authors: work.authors.flatMap(rereadName),
    authorsComplete: work.authorsComplete && !work.authors.some(({ name }) => withoutRestMark(name) === ''),
  };
}

/** Decodes entities that earlier versions left in titles. */
const decodeTree = (tree: RichText): RichText =>
  tree.map((node) => (typeof node === 'string' ? decodeEntities(node) : node.tag === 'math' ? node : { ...node, of: decodeTree(node.of) }));

function rereadIdentifier(identifier: ImportedWork['identifiers'][number]): ImportedWork['identifiers'] {
  if (identifier.scheme === 'doi') return inScheme('doi', readDoi(identifier.value));
  return identifier.scheme === 'arxiv' ? inScheme('arxiv', readArxivId(identifier.value)) : [identifier];
}

/** A stand-in is nobody, an organisation is a group, and marks are no part of a name. An iD with a wrong check digit is left out. */
function rereadName(name: ImportedName): ImportedName[] {
  if (withoutRestMark(name.name) === '' || isStandIn(name.name)) return [];
  const { orcid, ...rest } = name;
  const read: ImportedName = { ...withoutMarks(rest).name, ...(orcid !== undefined && isOrcid(orcid) && { orcid }) };
  if (read.organisation || !isOrganisationName(read.name)) return [read];
  const { family: _, ...group } = read;
  return [{ ...group, name: tidyOrganisationName(read.name), organisation: true }];
}
