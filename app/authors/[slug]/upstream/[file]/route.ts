import { movedResponse, noFileResponse, textFileResponse } from '#lib/platform/http/file-responses.ts';
import { loadRecordNotes } from '#lib/portal/pages/loaders/record-notes.ts';
import type { PathProps } from '../../../../page-props.ts';

export async function GET(request: Request, { params }: PathProps<'slug' | 'file'>): Promise<Response> {
  const { slug, file } = await params;
  const page = await loadRecordNotes(slug);
  if (page && 'redirect' in page) return movedResponse(`/authors/${page.redirect}/upstream/${encodeURIComponent(file)}`);
  const files = page?.notes.flatMap((each) => each.notes.map((note) => ({ note, name: `${each.id}-${note.id}.${note.fileExtension}` })));
  const { note, name } = files?.find((each) => each.name === file) ?? {};
  return note && name ? textFileResponse(request, note.text, 'text/plain', { saveAs: name }) : noFileResponse();
}
