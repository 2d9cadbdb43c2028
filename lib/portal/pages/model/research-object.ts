import type { TrustDocument } from '#lib/catalog/trust/model/document.ts';
import { type CitedWork, lineOf, oneLine, outwardAddress } from '#lib/catalog/works/model/citations/cited.ts';
import { linkedProfile } from './author-linked-data.ts';
import type { AuthorView } from './author-record.ts';

/** A profile with its works and the signed evidence of its trust. */
interface ResearchObject {
  author: AuthorView;
  works: readonly CitedWork[];
  trust: TrustDocument | null;
  base: string;
  licence: { name: string; url: string } | null;
}

interface Entity {
  '@id': string;
  '@type': string;
  [property: string]: unknown;
}

/** What several entities refer to, each once: the form asks for a flat graph. */
class Entities {
  readonly all = new Map<string, Entity>();

  refer(type: string, name: string): { '@id': string } {
    const id = `#${type.toLowerCase()}-${encodeURIComponent(name)}`;
    this.all.set(id, { '@id': id, '@type': type, name });
    return { '@id': id };
  }
}

const workOf = (work: CitedWork, base: string, entities: Entities): Entity => ({
  '@id': `${base}/works/${work.id}`,
  '@type': 'ScholarlyArticle',
  name: (work.title && lineOf(work.title)) || 'A work without a title',
  datePublished: work.date ?? (work.year === null ? undefined : `${work.year}`),
  isPartOf: work.venue ? entities.refer('CreativeWork', oneLine(work.venue)) : undefined,
  author: work.authors.map(({ name, organisation }) => entities.refer(organisation ? 'Organization' : 'Person', oneLine(name))),
  identifier: [...(work.doi ? [`https://doi.org/${work.doi}`] : []), ...(work.arxiv ? [`https://arxiv.org/abs/${work.arxiv}`] : [])],
  url: outwardAddress(work) ?? undefined,
  creativeWorkStatus: work.retracted ? 'Retracted' : undefined,
});

/** The profile as an RO-Crate, version 1.1: its metadata file, from which the trust can be verified without asking this instance again. */
export function researchObject({ author, works, trust, base, licence }: ResearchObject): object {
  const entities = new Entities();
  const { mainEntity } = linkedProfile(author, base) as { mainEntity: Entity & { affiliation?: { name: string } } };
  const place = mainEntity.affiliation && entities.refer('Organization', mainEntity.affiliation.name);
  const described = works.map((work) => workOf(work, base, entities));
  const path = `${base}/authors/${author.slug}`;
  // The signed events name an iD that was proved; where its owner keeps it back, the document stays at its address.
  const text = author.keptBack.includes('orcid') ? undefined : JSON.stringify(trust);
  const parts = [`${path}/trust.json`, ...works.map(({ id }) => `${base}/works/${id}`)];
  return {
    '@context': 'https://w3id.org/ro/crate/1.1/context',
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
        ...{ url: path, datePublished: author.updatedAt.toISOString(), about: { '@id': mainEntity['@id'] } },
        license: licence ? { '@id': licence.url } : 'Not stated',
        hasPart: parts.map((id) => ({ '@id': id })),
      },
      { ...mainEntity, affiliation: place },
      {
        ...{ '@id': `${path}/trust.json`, '@type': 'File', encodingFormat: 'application/json', name: 'Trust document' },
        ...{
          description: 'The snapshot, its events, the keys and the head of the log, each with its signature.',
          text,
        },
      },
      ...described,
      ...entities.all.values(),
    ],
  };
}
