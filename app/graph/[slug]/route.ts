import { sliceImage } from '#components/graph/slice-image.tsx';
import { sliceSvg, svgSize } from '#components/graph/slice-svg.ts';
import type { GraphSlice } from '#lib/catalog/graph/model/kinds.ts';
import { formatGraphQuery, type GraphQuery, parseGraphQuery } from '#lib/catalog/graph/model/query.ts';
import { env } from '#lib/platform/env.ts';
import {
  invalidRequestResponse,
  missingFileResponse,
  movedResponse,
  noFileResponse,
  textFileResponse,
} from '#lib/platform/http/file-responses.ts';
import { pictureResponse, rasterize } from '#lib/portal/cards/loaders/pictures.ts';
import { loadAuthorNode, loadGraph } from '#lib/portal/pages/loaders/graph.ts';
import { graphFile, graphPictures } from '#lib/portal/pages/model/graph-files.ts';
import type { PathProps } from '../../page-props.ts';

/** Serves the files of a slice. Any other name is the former address of the graph around a person, which leads to the same state. */
export async function GET(request: Request, { params }: PathProps<'slug'>): Promise<Response> {
  const { slug: name } = await params;
  const isFile = graphFile(name) !== null || graphPictures.some((each) => each === name);
  return isFile ? serveFile(request, name) : leadOn(request, name);
}

async function serveFile(request: Request, file: string): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const query = parseGraphQuery(searchParams);
  if (!query)
    return searchParams.has('from')
      ? missingFileResponse(file)
      : invalidRequestResponse(file, 'Name the start as from, for example from=author:ada-lovelace.');
  const found = await loadGraph(query);
  if (found === null) return missingFileResponse(file);
  if ('redirect' in found) return movedResponse(`/graph/${file}${formatGraphQuery({ ...query, from: found.redirect })}`);
  return writeFile(request, file, { query, slice: found.slice });
}

/** Pixels for each unit of a picture, so that it can be printed. */
const pictureScale = 2;

async function writeFile(request: Request, file: string, { query, slice }: { query: GraphQuery; slice: GraphSlice }): Promise<Response> {
  const base = env().PUBLIC_URL;
  if (file === 'slice.svg') return textFileResponse(request, sliceSvg(slice, { base }), 'image/svg+xml');
  if (file === 'slice.png')
    return pictureResponse(request, await rasterize((fonts) => sliceImage(slice, fonts), { ...svgSize, scale: pictureScale }), false);
  const format = graphFile(file);
  if (!format) return noFileResponse();
  const saveAs = `${query.from.replace(':', '-')}-${file}`;
  return textFileResponse(request, format.write(slice, base), format.type, { saveAs });
}

async function leadOn(request: Request, slug: string): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const from = await loadAuthorNode(slug);
  const query = from && parseGraphQuery({ ...Object.fromEntries(searchParams), from, kinds: 'people' });
  if (!query) return noFileResponse();
  const path = searchParams.get('path');
  return movedResponse(`/graph${formatGraphQuery(query, { to: path ? `author:${path}` : (searchParams.get('to') ?? '') })}`);
}
