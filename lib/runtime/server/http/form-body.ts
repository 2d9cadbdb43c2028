import type { IncomingMessage } from 'node:http';

/**
 * Returns whether a multipart form cannot be parsed: truncated, without a boundary, or with a malformed part. The body can be read again
 * afterwards.
 */
export async function isBrokenForm(request: IncomingMessage): Promise<boolean> {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data/i.test(type)) return false;
  const body = await bufferBody(request, Number(request.headers['content-length'] ?? 0));
  const form = new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData();
  return form.then(
    () => false,
    () => true,
  );
}

/** Reads the body of a request and puts it back for the next reader. Returns what has arrived if the client disconnects early. */
function bufferBody(request: IncomingMessage, length: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    const finish = () => {
      request.off('readable', read).off('close', finish);
      const body = Buffer.concat(chunks);
      // Put back before the stream has emitted its end, so that it emits the end again.
      if (bytes > 0 && !request.destroyed) request.unshift(body);
      // Reset, since `Request` rejects a body that was read from.
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
