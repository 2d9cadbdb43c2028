import { citationFormat } from '#lib/catalog/works/model/citations/formats.ts';
import { env } from '#lib/platform/env.ts';
import { missingFileResponse, textFileResponse } from '#lib/platform/http/file-responses.ts';
import { loadCitation } from '#lib/portal/pages/loaders/works.ts';
import type { PathProps } from '../../../page-props.ts';

export async function GET(request: Request, { params }: PathProps<'id' | 'file'>): Promise<Response> {
  const { id, file } = await params;
  const format = citationFormat(file);
  const work = format && (await loadCitation(id));
  return work
    ? textFileResponse(request, format.write([work], env().PUBLIC_URL), format.type, { saveAs: `${work.id}.${format.ending}` })
    : missingFileResponse(file);
}
