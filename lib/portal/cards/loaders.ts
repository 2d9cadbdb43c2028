import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import { sourceLabel } from '#lib/catalog/sources/model.ts';
import { isListed } from '#lib/catalog/statements/model/statement.ts';
import { reader } from '#lib/platform/db/store.ts';
import { movedTo, noFile, publicFile } from '#lib/platform/http.ts';
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
  await connection();
  const found = await findAuthor(reader(), slug);
  if (found.is === 'missing') return noFile();
  if (found.is === 'moved') return movedTo(`/authors/${found.slug}/card.png`);
  const { name, affiliation, worksCount, firstYear, lastYear, sources } = found.author;
  const named = sources.filter((id) => id !== 'peergraph').map((id) => sourceLabel(id).name);
  const card = authorCard({ name, affiliation: affiliation?.name ?? null, works: worksCount, firstYear, lastYear, sources: named });
  return picture(request, await drawn(card, draw), isListed(found.author));
}

/** The picture of a work, or 404 where there is none. */
export async function workPicture(request: Request, id: string, draw: Draw): Promise<Response> {
  const work = await loadWork(id);
  return work ? picture(request, await drawn(workCard(work), draw), true) : noFile();
}
