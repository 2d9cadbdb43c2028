import { type ContextView, contextFolders } from './context.ts';

/** A topic, venue or institution in the words of schema.org. */
export function linkedContext(context: Pick<ContextView, 'kind' | 'id' | 'slug' | 'name' | 'facts'>, base: string): object {
  const { kind, slug, name, facts } = context;
  const about = { topic: 'DefinedTerm', venue: 'CreativeWorkSeries', institution: 'Organization' }[kind];
  return {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    url: `${base}/${contextFolders[kind]}/${slug}`,
    about: {
      '@type': about,
      name,
      alternateName: facts.acronym,
      termCode: facts.code,
      sameAs: facts.ror ? [`https://ror.org/${facts.ror}`] : undefined,
    },
  };
}
