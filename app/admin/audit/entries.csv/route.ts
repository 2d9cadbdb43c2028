import { noFileResponse } from '#lib/platform/http/file-responses.ts';
import { loadAuditFile } from '#lib/portal/operations/loaders.ts';
import { formatAuditFile, parseAuditQuery } from '#lib/portal/operations/model/audit.ts';

/** Serves the audit log as a file for admins; 404 for others. */
export async function GET(request: Request): Promise<Response> {
  const rows = await loadAuditFile(parseAuditQuery(Object.fromEntries(new URL(request.url).searchParams)));
  if (rows === null) return noFileResponse();
  return new Response(formatAuditFile(rows), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit.csv"',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    },
  });
}
