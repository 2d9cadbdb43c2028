import { loadWorkNotes } from '#lib/governance/corrections/loaders.ts';
import { noFileResponse, textFileResponse } from '#lib/platform/http/file-responses.ts';
import type { PathProps } from '../../../../page-props.ts';

const mediaTypes = { txt: 'text/plain', xml: 'application/xml' } as const;

export async function GET(request: Request, { params }: PathProps<'id' | 'file'>): Promise<Response> {
  const { id, file } = await params;
  const page = await loadWorkNotes(id);
  const files = page?.notes.flatMap((each) => each.notes.map((note) => ({ note, name: `${each.id}-${note.id}.${note.fileExtension}` })));
  const { note, name } = files?.find((each) => each.name === file) ?? {};
  return note && name ? textFileResponse(request, note.text, mediaTypes[note.fileExtension], { saveAs: name }) : noFileResponse();
}
