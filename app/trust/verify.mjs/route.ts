import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { textFileResponse } from '#lib/platform/http/file-responses.ts';

/** Serves the verifier as a file. It needs nothing else of this project. */
export function GET(request: Request): Response {
  return textFileResponse(request, readFileSync(resolve('lib/catalog/trust/verify.mjs'), 'utf8'), 'text/javascript', {
    saveAs: 'verify.mjs',
  });
}
