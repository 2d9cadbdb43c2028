import { doiUrl } from '#lib/catalog/bibliography/identifiers.ts';
import { tagOrWritten } from '#lib/catalog/bibliography/languages.ts';
import { namePartsOf } from '#lib/catalog/bibliography/names.ts';
import {
  type ContributorRole,
  contributorRoleNames,
  contributorRoles,
  recordFieldNames,
  recordFieldOf,
} from '#lib/catalog/bibliography/record.ts';
import { propertyOf, toProperties } from '#lib/catalog/bibliography/record-formats.ts';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import type { CreditRole } from '#lib/catalog/statements/model/contributions.ts';
import type { TrustDocument } from '#lib/catalog/trust/model/document.ts';
import {
  type CitedName,
  type CitedWork,
  externalUrlOf,
  namesInRole,
  titleLineOf,
  toOneLine,
} from '#lib/catalog/works/model/citations/cited.ts';
import { schemaTypes } from '#lib/catalog/works/model/citations/type-names.ts';
import { profileLinkedData } from './author-linked-data.ts';
import type { AuthorView } from './author-record.ts';
import { Entities, type Entity, entityId, type Reference } from './research-object-entities.ts';
import { additionalTerms, contributionOf, ownerPropertiesOf } from './research-object-owner.ts';

/** A profile with its works and the signed evidence of its trust. */
interface ResearchObject {
  author: AuthorView;
  works: readonly CitedWork[];
  /** The owner's contributor roles, by work id. */
  roles: ReadonlyMap<string, readonly CreditRole[]>;
  trust: TrustDocument | null;
  base: string;
  licence: { name: string; url: string } | null;
}

/** The property of a role in a research object: that of schema.org, or our own term. */
const roleProperty = (role: ContributorRole): string => contributorRoles[role].schema ?? role;

/** Our terms for fields and roles that schema.org does not have. */
const recordTerms = (base: string): Record<string, string> =>
  Object.fromEntries(
    [
      ...recordFieldNames.filter((name) => recordFieldOf[name].schema === undefined).map(propertyOf),
      ...contributorRoleNames.map(roleProperty).filter((name) => contributorRoleNames.some((role) => role === name && role !== 'editor')),
    ].map((name) => [name, `${base}/terms#${name}`]),
  );

const identifiersOf = ({ doi, arxiv }: CitedWork): string[] => [
  ...(doi ? [doiUrl(doi)] : []),
  ...(arxiv ? [`https://arxiv.org/abs/${arxiv}`] : []),
];

/** The person of a profile, whose works refer to its entity. */
interface ProfilePerson {
  id: string;
  reference: Reference;
}

/**
 * Refers to people of a work. Equal names in one list are different people; ";" is in no encoded name. The person of the profile is the
 * entity of the profile, however the work writes the name.
 */
function referToPeople(names: readonly CitedName[], entities: Entities, person?: ProfilePerson): Reference[] {
  const seen = new Map<string, number>();
  return names.map((cited) => {
    const { name, organisation, profile } = cited;
    if (person && profile?.id === person.id) return person.reference;
    const type = organisation ? 'Organization' : 'Person';
    const id = entityId(type, toOneLine(name));
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return entities.add({ '@id': count === 1 ? id : `${id};${count}`, '@type': type, name: toOneLine(name), ...statedParts(cited) });
  });
}

/** Returns the given and the family name of a person, so that no reader has to split the name. */
function statedParts(name: CitedName): Record<string, string> {
  const parts = namePartsOf(name);
  if ('literal' in parts || parts.given === '' || parts.suffix !== '') return {};
  return { givenName: parts.given, familyName: [parts.particle, parts.family].filter(Boolean).join(' ') };
}

function referToRole(work: CitedWork, role: ContributorRole, entities: Entities, person?: ProfilePerson): Reference[] | undefined {
  const names = namesInRole(work, role);
  return names.length === 0 ? undefined : referToPeople(names, entities, person);
}

const toWorkEntity = (work: CitedWork, base: string, entities: Entities, person?: ProfilePerson): Entity => ({
  '@id': `${base}/works/${work.id}`,
  '@type': schemaTypes[work.type] ?? 'ScholarlyArticle',
  additionalType: work.type,
  name: (work.title && titleLineOf(work.title)) || untitledWork,
  datePublished: work.date ?? (work.year === null ? undefined : `${work.year}`),
  isPartOf: work.venue ? entities.refer('CreativeWork', toOneLine(work.venue)) : undefined,
  author: referToPeople(work.authors, entities, person),
  ...Object.fromEntries(contributorRoleNames.map((role) => [roleProperty(role), referToRole(work, role, entities, person)])),
  ...toProperties(work.details),
  isbn: work.isbn.length > 0 ? work.isbn : undefined,
  inLanguage: tagOrWritten(work.language) ?? undefined,
  identifier: identifiersOf(work).length > 0 ? identifiersOf(work) : undefined,
  url: externalUrlOf(work) ?? undefined,
  creativeWorkStatus: work.retracted ? 'Retracted' : undefined,
});

/** Adds the owner's roles to the contributors that the sources name. */
const withContribution = (contribution: unknown, work: CitedWork, entities: Entities): object => {
  const named = referToRole(work, 'contributor', entities) ?? [];
  return contribution === undefined ? {} : { contributor: named.length === 0 ? contribution : [contribution, ...named] };
};

/** Returns the entities of works, and of those that they name. */
export function workGraph(works: readonly CitedWork[], base: string): Entity[] {
  const entities = new Entities();
  const described = works.map((work) => toWorkEntity(work, base, entities));
  return [...described, ...entities.all.values()];
}

/** Builds the metadata file of an RO-Crate 1.1 for a profile. Its trust can be verified without a further request to this instance. */
export function researchObject({ author, works, roles, trust, base, licence }: ResearchObject): object {
  const entities = new Entities();
  const { mainEntity } = profileLinkedData(author, base) as { mainEntity: Entity & { affiliation?: { name: string } } };
  const affiliation = mainEntity.affiliation && entities.refer('Organization', mainEntity.affiliation.name);
  const person = { '@id': mainEntity['@id'] };
  const workEntities = works.map((work) => ({
    ...toWorkEntity(work, base, entities, { id: author.id, reference: person }),
    ...withContribution(contributionOf(person, work.id, roles.get(work.id), entities), work, entities),
  }));
  const ownerProperties = ownerPropertiesOf(author, base, entities);
  const path = `${base}/authors/${author.slug}`;
  // The signed events contain a proved iD. If its owner hides it, the trust document is only linked, not included.
  const text = author.hiddenFields.includes('orcid') ? undefined : JSON.stringify(trust);
  const photo = author.owner?.photoSince ? [`${path}/photo.jpg`] : [];
  const parts = [`${path}/trust.json`, ...photo, ...works.map(({ id }) => `${base}/works/${id}`)];
  return {
    '@context': ['https://w3id.org/ro/crate/1.1/context', { ...additionalTerms, ...recordTerms(base) }],
    '@graph': [
      {
        ...{ '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' } },
        about: { '@id': './' },
      },
      {
        ...{
          '@id': './',
          '@type': 'Dataset',
          name: `Profile of ${author.name}`,
          description: 'A profile with its works and the evidence of its trust.',
        },
        ...{ url: path, datePublished: author.updatedAt.toISOString(), about: person },
        license: licence ? { '@id': licence.url } : 'Not stated',
        hasPart: parts.map((id) => ({ '@id': id })),
      },
      { ...mainEntity, affiliation, ...ownerProperties },
      {
        ...{ '@id': `${path}/trust.json`, '@type': 'File', encodingFormat: 'application/json', name: 'Trust document' },
        ...{ description: 'The snapshot, its events, the keys and the head of the log, each with its signature.', text },
      },
      ...workEntities,
      ...entities.all.values(),
    ],
  };
}
