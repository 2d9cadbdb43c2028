import { movedTo, noFile, textFile } from '#lib/platform/http.ts';
import { loadTrustDocument } from '#lib/portal/pages/loaders/trust.ts';

interface Context {
  params: Promise<{ slug: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const found = await loadTrustDocument((await params).slug);
  if (found === null) return noFile();
  return 'redirect' in found
    ? movedTo(`/authors/${found.redirect}/trust.json`)
    : textFile(request, `${JSON.stringify(found, null, 1)}\n`, 'application/json');
}
