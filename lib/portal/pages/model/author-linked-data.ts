import type { AuthorView } from './author-record.ts';

type LinkedAuthor = Pick<
  AuthorView,
  'id' | 'slug' | 'name' | 'kind' | 'invented' | 'orcid' | 'affiliation' | 'alsoPublishedAs' | 'nativeNames' | 'owner' | 'updatedAt'
>;

/**
 * Builds schema.org metadata of a record page. `sameAs` contains an ORCID iD only if its owner has signed in with it; an iD that only a
 * source states is excluded. Invented people of the sample are described as such.
 */
export function profileLinkedData(author: LinkedAuthor, base: string): object {
  const { owner } = author;
  const alternativeNames = owner?.name && !owner.name.isShown ? [owner.name.text] : [];
  const names = [...author.alsoPublishedAs, ...author.nativeNames, ...alternativeNames];
  // Without proved control of the record, stated pages are in no identity that machines read.
  const stated = owner?.linksPages ? [owner.homepage?.text ?? null, ...(owner.links?.entries.map(({ url }) => url) ?? [])] : [];
  const pages = [author.orcid?.authenticated ? `https://orcid.org/${author.orcid.id}` : null, ...stated];
  const sameAs = pages.filter((page) => page !== null);
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url: `${base}/authors/${author.slug}`,
    dateModified: author.updatedAt.toISOString(),
    mainEntity: {
      '@type': author.kind === 'organisation' ? 'Organization' : 'Person',
      '@id': `${base}/authors/${author.id}`,
      name: author.name,
      url: `${base}/authors/${author.slug}`,
      alternateName: names.length > 0 ? names : undefined,
      description: author.invented ? 'An invented person of the Peergraph sample, who does not exist.' : owner?.biography?.text,
      jobTitle: owner?.role?.text,
      affiliation: author.kind === 'person' && author.affiliation ? { '@type': 'Organization', name: author.affiliation.name } : undefined,
      sameAs: sameAs.length > 0 ? sameAs : undefined,
    },
  };
}
