import type { Metadata } from 'next';
import { contextKindLabels } from '#components/contexts/context-labels.ts';
import { openGraphOf } from '#components/site/open-graph.ts';

interface SitePage {
  path: string;
  title: string;
  description: string;
}

/** Pages about the site that people share, by the names of their share cards. */
export const sitePages = {
  about: {
    path: '/about',
    title: 'About',
    description: 'Where the facts on these pages come from, what imported figures mean, and how to have something corrected.',
  },
  methods: {
    path: '/methods',
    title: 'Methods',
    description: 'How the indicators of this instance are computed, what they need, and what they cannot say.',
  },
  data: {
    path: '/data',
    title: 'Open data',
    description: 'Citations, feeds, the research graph and signed evidence as files and JSON, for other programs.',
  },
  trust: {
    path: '/trust',
    title: 'How trust works',
    description: 'What the trust points of a profile count, what they never count, and what each verification level needs.',
  },
  log: {
    path: '/trust/log',
    title: 'The evidence log',
    description: 'The signed, hash-chained log of everything that was shown, checked or decided about the profiles of this instance.',
  },
  search: { path: '/search', title: 'Search', description: 'Find people, topics, venues, institutions and works.' },
  people: { path: '/authors', title: 'People', description: 'Everybody with a public profile here, by name.' },
  collaborate: {
    path: '/collaborate',
    title: 'Open to collaborate',
    description: 'People who say what they want to work on, and on which terms.',
  },
  topics: { path: '/topics', title: contextKindLabels.topic.many, description: contextKindLabels.topic.lead },
  venues: { path: '/venues', title: contextKindLabels.venue.many, description: contextKindLabels.venue.lead },
  institutions: { path: '/institutions', title: contextKindLabels.institution.many, description: contextKindLabels.institution.lead },
  graph: {
    path: '/graph',
    title: 'Graph',
    description: 'The co-authors of a person, their groups, and the path from one person to another.',
  },
} as const satisfies Record<string, SitePage>;

export type SitePageName = keyof typeof sitePages;

/** Returns the metadata of such a page. */
export function sitePageMetadata(name: SitePageName) {
  const { path, title, description }: SitePage = sitePages[name];
  return {
    title,
    description,
    alternates: { canonical: path },
    openGraph: openGraphOf(title, path, 'website', `/cards/${name}.png`),
  } satisfies Metadata;
}
