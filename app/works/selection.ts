import { citationFormat, maxSelected } from '#lib/catalog/works/model/citations/formats.ts';
import { env } from '#lib/platform/env.ts';
import { invalidRequestResponse, missingFileResponse, textFileResponse } from '#lib/platform/http/file-responses.ts';
import { loadCitations } from '#lib/portal/pages/loaders/works.ts';

/** Returns the route of selected works as one file: `?id=…&id=…`. An unknown id is an error, and is not skipped. */
export const selectionFileRoute =
  (file: string) =>
  async (request: Request): Promise<Response> => {
    const format = citationFormat(file);
    if (format === null) return missingFileResponse(file);
    const ids = new Set(new URL(request.url).searchParams.getAll('id').filter((id) => id !== ''));
    if (ids.size === 0) return invalidRequestResponse(file, 'No work is selected. Go back, select works, and try again.');
    if (ids.size > maxSelected) {
      return invalidRequestResponse(
        file,
        `A file contains at most ${maxSelected} works, and ${ids.size} are selected. Select fewer, or export the whole profile.`,
      );
    }
    const { works, unknown } = await loadCitations([...ids]);
    if (unknown.length > 0) {
      const unknownIds = unknown.slice(0, 20).map((id) => id.replace(/[^\w-]/g, '?').slice(0, 40));
      return missingFileResponse(file, `No work has the id ${unknownIds.join(', ')}. Remove it from the address, and try again.`);
    }
    return textFileResponse(request, format.write(works, env().PUBLIC_URL), format.type, { saveAs: `works.${format.ending}` });
  };
