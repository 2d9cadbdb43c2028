import { textFileResponse } from '#lib/platform/http/file-responses.ts';
import { loadWitnessDocument } from '#lib/portal/pages/loaders/witness.ts';

/** Serves the heads of other instances' logs that this instance has witnessed. */
export async function GET(request: Request): Promise<Response> {
  return textFileResponse(request, `${JSON.stringify(await loadWitnessDocument(), null, 1)}\n`, 'application/json');
}
