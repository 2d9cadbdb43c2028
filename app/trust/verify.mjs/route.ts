import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { textFile } from '#lib/platform/http/file-responses.ts';

/** The verifier as a file to keep: anyone who checks needs nothing else of this project. */
export function GET(request: Request): Response {
  return textFile(request, readFileSync(resolve('lib/runtime/server/verify-trust.mjs'), 'utf8'), 'text/javascript', {
    saveAs: 'verify.mjs',
  });
}
