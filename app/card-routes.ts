import { renderCard } from '#components/cards/card.tsx';
import { contextKindLabels, formatContextFigures } from '#components/contexts/context-labels.ts';
import { homeFigures, homeTitle } from '#components/home/home-words.ts';
import { formatCount, formatYearSpan } from '#components/ui/sentence.ts';
import { type ContextKind, contextPathSegments } from '#lib/catalog/contexts/model/context.ts';
import { site } from '#lib/platform/site.ts';
import { serveContextCard, serveEdgeCard, servePageCard } from '#lib/portal/cards/loaders/pictures.ts';
import { type Card, pageCard } from '#lib/portal/cards/model.ts';
import { loadHome } from '#lib/portal/pages/loaders/authors.ts';
import type { PathProps } from './page-props.ts';
import { type SitePageName, sitePages } from './site-pages.ts';

/** Returns the route of the share cards of topics, venues or institutions. */
export const contextCardRoute =
  (kind: ContextKind) =>
  async (request: Request, { params }: PathProps<'slug'>): Promise<Response> => {
    const labelsOf = (context: Parameters<typeof formatContextFigures>[0]) => ({
      kind: contextKindLabels[kind].one,
      figures: formatContextFigures(context),
    });
    return serveContextCard(request, { kind, folder: contextPathSegments[kind], slug: (await params).slug, words: labelsOf }, renderCard);
  };

/** Serves the share card of two authors. */
export async function edgeCardRoute(request: Request, { params }: PathProps<'slug' | 'other'>): Promise<Response> {
  const { slug, other } = await params;
  return serveEdgeCard(request, [slug, other], jointWorks, renderCard);
}

function jointWorks(works: readonly { year: number | null }[]): string {
  const years = works.flatMap(({ year }) => year ?? []);
  if (works.length === 0) return 'No joint work that is known here';
  return [formatCount(works.length, 'joint work'), formatYearSpan({ firstYear: min(years), lastYear: max(years) })]
    .filter((word) => word)
    .join(' · ');
}

const min = (years: readonly number[]) => (years.length > 0 ? Math.min(...years) : null);
const max = (years: readonly number[]) => (years.length > 0 ? Math.max(...years) : null);

/** Serves the share card of a site page: `home.png`, `methods.png`. */
export async function siteCardRoute(request: Request, { params }: PathProps<'file'>): Promise<Response> {
  const [, name = ''] = /^(\w+)\.png$/.exec((await params).file) ?? [];
  return servePageCard(request, name === 'home' ? await homeCard() : siteCard(name), renderCard);
}

async function homeCard(): Promise<Card> {
  const { figures, topics } = await loadHome();
  const text = homeFigures(figures).map(({ value, one, many }) => formatCount(value, one, many));
  return pageCard({ heading: site().heading ?? homeTitle, text: text.join(' · '), topics: topics.map(({ name }) => name) });
}

function siteCard(name: string): Card | null {
  if (!Object.hasOwn(sitePages, name)) return null;
  const { title, description } = sitePages[name as SitePageName];
  return pageCard({ heading: title, text: description });
}
