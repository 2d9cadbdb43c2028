import { citationFormat } from '#lib/catalog/works/model/citations/formats.ts';
import { loadSavedCitations } from '#lib/community/saved-works/loaders.ts';
import { env } from '#lib/platform/env.ts';
import { missingFileResponse, privateFileResponse } from '#lib/platform/http/file-responses.ts';
import type { PathProps } from '../../../page-props.ts';

/** Serves all saved works of the viewer in each citation format. */
export async function GET(_: Request, { params }: PathProps<'file'>): Promise<Response> {
  const { file } = await params;
  const format = citationFormat(file);
  const works = format && (await loadSavedCitations());
  if (!works) return missingFileResponse(file, 'Saved works are for their owner alone. Sign in, open “Saved works”, and choose a format.');
  return privateFileResponse(format.write(works, env().PUBLIC_URL), format.type, `saved-works.${format.ending}`);
}
