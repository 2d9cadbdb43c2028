import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReactNode } from 'react';
import { movedTo, noFile, publicFile } from '#lib/platform/http/file-responses.ts';
import { loadAuthor } from '#lib/portal/pages/loaders/authors.ts';
import { loadWork } from '#lib/portal/pages/loaders/works.ts';
import { authorCard, type Card, cardSize, workCard } from './model.ts';

const subsets = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese'];
const faces = join('node_modules', '@fontsource', 'source-serif-4', 'files');

const fontsOf = () =>
  Promise.all(
    subsets.flatMap((subset) =>
      ([400, 600] as const).map(async (weight) => ({
        name: subset,
        weight,
        style: 'normal' as const,
        data: await readFile(join(process.cwd(), faces, `source-serif-4-${subset}-${weight}-normal.woff`)),
      })),
    ),
  );
let fonts: Awaited<ReturnType<typeof fontsOf>> | undefined;

/** Pictures are costly to draw and small to keep. Each is named by all that it shows, and is looked for only once its record was found. */
const maxKept = 200;
const kept = new Map<string, Uint8Array<ArrayBuffer>>();

/** Draws a card, with the faces of the site and without asking anybody else for a glyph. */
async function drawn(card: Card, draw: (card: Card, fonts: string) => ReactNode): Promise<Uint8Array<ArrayBuffer>> {
  const name = JSON.stringify(card);
  const before = kept.get(name);
  if (before) return before;
  const { default: satori } = await import('satori');
  const { Resvg } = await import('@resvg/resvg-js');
  // Kept once it is read: a read that fails is tried again.
  fonts ??= await fontsOf();
  const svg = await satori(draw(card, subsets.join(', ')), { ...cardSize, fonts });
  const png = Uint8Array.from(new Resvg(svg).render().asPng());
  const [oldest] = kept.size >= maxKept ? kept.keys() : [];
  if (oldest !== undefined) kept.delete(oldest);
  kept.set(name, png);
  return png;
}

type Draw = Parameters<typeof drawn>[1];

/** Its tag is made of the picture: a reader's copy is right or is replaced. */
function picture(request: Request, png: Uint8Array<ArrayBuffer>, listed: boolean): Response {
  const headers = new Headers({ 'Content-Type': 'image/png' });
  if (!listed) headers.set('X-Robots-Tag', 'noindex');
  return publicFile(request, png, headers);
}

/** The picture of a record, or 404 where there is none. */
export async function authorPicture(request: Request, slug: string, draw: Draw): Promise<Response> {
  const found = await loadAuthor(slug);
  if (found === null) return noFile();
  if ('redirect' in found) return movedTo(`/authors/${found.redirect}/card.png`);
  const { name, affiliation, sources, contexts, works, listed } = found.view;
  const years = works.worksPerYear.map(({ year }) => year);
  const card = authorCard({
    name,
    affiliation: affiliation?.name ?? null,
    works: works.total,
    firstYear: years[0] ?? null,
    lastYear: years.at(-1) ?? null,
    sources: sources.flatMap(({ id, name: called }) => (id === 'peergraph' ? [] : [called])),
    topics: contexts.topics.shown.map((topic) => topic.name),
    worksPerYear: works.worksPerYear,
  });
  return picture(request, await drawn(card, draw), listed);
}

/** The picture of a work, or 404 where there is none. */
export async function workPicture(request: Request, id: string, draw: Draw): Promise<Response> {
  const work = await loadWork(id);
  return work ? picture(request, await drawn(workCard(work), draw), true) : noFile();
}
