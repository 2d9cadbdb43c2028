/** Maximum size of a form in bytes; a larger body never reaches the pages. */
export const maxFormBytes = 256 * 1024;

/** What each field of a multipart body takes besides its value and its name, at most. */
const maxFieldOverheadBytes = 200;

/** True of a form that this server would not take, so that its page can say so without sending it. */
export function isFormTooLarge(form: FormData): boolean {
  let bytes = 0;
  for (const [name, value] of form)
    bytes += maxFieldOverheadBytes + sizeOf(name) + (typeof value === 'string' ? sizeOf(value) : value.size);
  return bytes > maxFormBytes;
}

const sizeOf = (text: string): number => new Blob([text]).size;
