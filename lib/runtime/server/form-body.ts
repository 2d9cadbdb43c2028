import type { IncomingMessage } from 'node:http';

/** True of a multipart form that cannot be read: cut off, without its boundary, or with a part that is none. The body can still be read afterwards. */
export async function isBrokenForm(request: IncomingMessage): Promise<boolean> {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data/i.test(type)) return false;
  const body = await bufferedBody(request, Number(request.headers['content-length'] ?? 0));
  const form = new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData();
  return form.then(
    () => false,
    () => true,
  );
}

/** The body of a request, which is put back for the next reader; what has come where the sender leaves early. */
function bufferedBody(request: IncomingMessage, length: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    const finish = () => {
      request.off('readable', read).off('close', finish);
      const body = Buffer.concat(chunks);
      // Before the stream has said that it ends, so that it says so again.
      if (bytes > 0 && !request.destroyed) request.unshift(body);
      // It is whole again: `Request` takes no body of which something was read.
      Object.defineProperty(request, 'readableDidRead', { value: false, configurable: true });
      resolve(body);
    };
    const read = () => {
      for (let chunk = request.read(); chunk !== null; chunk = bytes < length ? request.read() : null) {
        chunks.push(chunk);
        bytes += chunk.length;
      }
      if (bytes >= length) finish();
    };
    request.on('readable', read).on('close', finish);
    if (length === 0) finish();
  });
}
