import type { CareerEntry } from '#lib/catalog/statements/model/career.ts';
import { type CreditRole, creditRoles } from '#lib/catalog/statements/model/contributions.ts';
import { oneLine } from '#lib/catalog/works/model/citations/cited.ts';
import type { AuthorView } from './author-record.ts';
import type { Entities, Reference } from './research-object-entities.ts';

/** Terms of schema.org that are younger than the context of RO-Crate 1.1. */
export const ownTerms = { pronouns: 'https://schema.org/pronouns' };

/** A position or degree as schema.org says it: a role between the person and an organisation, with its time. */
function roleIn(entities: Entities, property: 'worksFor' | 'alumniOf', entry: CareerEntry, at: number): Reference {
  const { title, place, from, to, rorId } = entry;
  const organisation = entities.refer('Organization', oneLine(place), rorId && `https://ror.org/${rorId}`);
  const said = { roleName: oneLine(title) || undefined, startDate: from ?? undefined, endDate: to ?? undefined };
  return entities.add({ '@id': `#${property}-${at + 1}`, '@type': 'OrganizationRole', ...said, [property]: organisation });
}

/** What the owner of a profile says of themselves and shows, as properties of the person. */
export function ownerTerms({ owner, slug }: AuthorView, base: string, entities: Entities): Record<string, unknown> {
  if (!owner) return {};
  const { positions, education, photoSince } = owner;
  const photo = { '@id': `${base}/authors/${slug}/photo.jpg`, '@type': 'File', encodingFormat: 'image/jpeg', name: 'Photo' };
  return {
    pronouns: owner.pronouns?.text,
    knowsLanguage: owner.languages?.text,
    worksFor: positions?.entries.map((entry, at) => roleIn(entities, 'worksFor', entry, at)),
    alumniOf: education?.entries.map((entry, at) => roleIn(entities, 'alumniOf', entry, at)),
    image: photoSince ? entities.add({ ...photo, dateModified: photoSince.toISOString() }) : undefined,
  };
}

/** What the owner says that they did in a work, by the addresses of CRediT; undefined where they say nothing. */
export function ownPart(person: Reference, workId: string, roles: readonly CreditRole[] | undefined, entities: Entities): unknown {
  if (!roles || roles.length === 0) return undefined;
  const terms = roles.map((role) =>
    entities.add({ '@id': `https://credit.niso.org/contributor-roles/${role}/`, '@type': 'DefinedTerm', name: creditRoles[role] }),
  );
  return entities.add({ '@id': `#roles-${workId}`, '@type': 'Role', contributor: person, roleName: terms });
}
