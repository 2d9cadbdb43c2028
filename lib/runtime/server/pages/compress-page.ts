import type { OutgoingHttpHeaders } from 'node:http';
import { etagOf } from '#lib/platform/http/etag.ts';
import type { PageRequest } from '#lib/runtime/routes/page-request.ts';
import { type Coding, codingFor, compress, minCompressedBytes } from './compression.ts';
import { isBuildFile } from './next-output.ts';
import { contentTypeOf, isStream, type PageResponse } from './page-response.ts';

const textTypes = /^(text\/|application\/(javascript|json|xml|[\w.-]+\+(json|xml)|x-bibtex|x-research-info-systems|x-tex)|image\/svg)/;
/** A CV takes seconds in some citation styles, so that the page cache keeps it too. It is compressed already. */
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
/** Quality of responses that are compressed while the client waits: of pages that are stored, and of those sent to one member. */
const storedQuality = { br: 5, gzip: 6 };
const privateQuality = { br: 3, gzip: 3 };

/**
 * Build files compressed at the highest quality, once. The key contains a hash of the content, since errors and partial responses have the
 * same path.
 */
const compressedFiles = new Map<string, Buffer>();
const maxCompressedFiles = 500;

export const isText = (headers: OutgoingHttpHeaders): boolean => textTypes.test(contentTypeOf(headers));

/** Returns whether a response is text, or a file that the page cache stores like one. */
export const isCompressible = ({ headers }: PageResponse): boolean =>
  headers['content-encoding'] === undefined && (isText(headers) || contentTypeOf(headers) === docxType);

/** Step 4: turns the content into the bytes that are sent, compressed if that is worth it. Shared pages get their entity tag. */
export function compressPage(page: PageResponse, request: PageRequest): PageResponse {
  if (isStream(page.body)) return page;
  const bytes = bytesOf(page.head, page.body);
  const whole = { ...page, head: '', body: bytes };
  if (!isCompressible(page)) return whole;
  const headers = { ...page.headers };
  if (request.isShared && page.status === 200) headers.etag ??= etagOf(bytes);
  // A range of a file refers to its uncompressed bytes.
  const isUncompressed =
    bytes.length < minCompressedBytes || page.status === 206 || page.status === 304 || contentTypeOf(headers) === docxType;
  const coding = isUncompressed ? null : codingFor(request);
  if (coding === null) return { ...whole, headers };
  const isFile = page.status === 200 && isBuildFile(request.path);
  const body = isFile
    ? compressBuildFile(bytes, coding)
    : compress(bytes, coding, (request.hasSession ? privateQuality : storedQuality)[coding]);
  return { ...whole, headers: { ...headers, 'content-encoding': coding }, body };
}

/** Returns the content in one buffer. Joining its parts as strings would copy a page twice more. */
function bytesOf(head: string, body: string | Buffer): Buffer {
  if (typeof body !== 'string') return head === '' ? body : Buffer.concat([Buffer.from(head), body]);
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(head) + Buffer.byteLength(body));
  bytes.write(body, bytes.write(head));
  return bytes;
}

function compressBuildFile(body: Buffer, coding: Coding): Buffer {
  const key = `${coding} ${etagOf(body)}`;
  const compressed = compressedFiles.get(key) ?? compress(body, coding, 11);
  if (compressedFiles.size < maxCompressedFiles) compressedFiles.set(key, compressed);
  return compressed;
}
