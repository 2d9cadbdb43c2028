import { rorAddress } from '#lib/catalog/contexts/model/ror.ts';
import type { CareerEntry } from '#lib/catalog/statements/model/career.ts';
import { type CreditRole, creditRoles } from '#lib/catalog/statements/model/contributions.ts';
import { toOneLine } from '#lib/catalog/works/model/citations/cited.ts';
import type { AuthorView } from './author-record.ts';
import type { Entities, Reference } from './research-object-entities.ts';

/** Terms of schema.org that the context of RO-Crate 1.1 does not include. */
export const additionalTerms = { pronouns: 'https://schema.org/pronouns' };

/** Adds a position or degree as a schema.org role between the person and an organisation, with its dates. */
function addRole(entities: Entities, property: 'worksFor' | 'alumniOf', entry: CareerEntry, index: number): Reference {
  const { title, place, from, to, rorId } = entry;
  const organisation = entities.refer('Organization', toOneLine(place), rorId && rorAddress(rorId));
  const roleFields = { roleName: toOneLine(title) || undefined, startDate: from ?? undefined, endDate: to ?? undefined };
  return entities.add({ '@id': `#${property}-${index + 1}`, '@type': 'OrganizationRole', ...roleFields, [property]: organisation });
}

/** Returns the owner's visible statements as properties of the person. */
export function ownerPropertiesOf({ owner, slug }: AuthorView, base: string, entities: Entities): Record<string, unknown> {
  if (!owner) return {};
  const { positions, education, photoSince } = owner;
  const photo = { '@id': `${base}/authors/${slug}/photo.jpg`, '@type': 'File', encodingFormat: 'image/jpeg', name: 'Photo' };
  return {
    pronouns: owner.pronouns?.text,
    knowsLanguage: owner.languages?.text,
    worksFor: positions?.entries.map((entry, index) => addRole(entities, 'worksFor', entry, index)),
    alumniOf: education?.entries.map((entry, index) => addRole(entities, 'alumniOf', entry, index)),
    image: photoSince ? entities.add({ ...photo, dateModified: photoSince.toISOString() }) : undefined,
  };
}

/** Returns the owner's contributor roles in a work by their CRediT URLs; undefined if none are stated. */
export function contributionOf(person: Reference, workId: string, roles: readonly CreditRole[] | undefined, entities: Entities): unknown {
  if (!roles || roles.length === 0) return undefined;
  const terms = roles.map((role) =>
    entities.add({ '@id': `https://credit.niso.org/contributor-roles/${role}/`, '@type': 'DefinedTerm', name: creditRoles[role] }),
  );
  return entities.add({ '@id': `#roles-${workId}`, '@type': 'Role', contributor: person, roleName: terms });
}
