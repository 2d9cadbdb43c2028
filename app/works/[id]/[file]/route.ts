import { env } from '#lib/env.ts';
import { noFile, textFile } from '#lib/http.ts';
import { loadCitation } from '#lib/works/loaders.ts';
import { citationFormat } from '#lib/works/model/citations/formats.ts';

interface Context {
  params: Promise<{ id: string; file: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { id, file } = await params;
  const format = citationFormat(file);
  const work = format && (await loadCitation(id));
  return work
    ? textFile(request, format.write([work], env().PUBLIC_URL), format.type, { saveAs: `${work.id}.${format.ending}` })
    : noFile();
}
