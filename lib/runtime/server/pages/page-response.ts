import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { deserialize, serialize } from 'node:v8';
import type { Dependencies } from '#lib/platform/db/dependencies.ts';
import { readDependencies, type WrittenDependencies, writeDependencies } from './page-dependencies.ts';

/** A response as a value. Each step of the response path returns the next one. */
export interface PageResponse {
  status: number;
  /** By lower-case names. */
  headers: OutgoingHttpHeaders;
  /** A page up to its content; empty for other responses. */
  head: string;
  /** The content: text to be compressed, bytes, or a download. */
  body: string | Buffer | Readable;
  /** The route, if Next.js has rendered a page that is usually drawn without it. */
  fallback?: string | undefined;
}

/** A response from a renderer, with what it was made from. */
export interface RenderedPage {
  page: PageResponse;
  /** Null for the page of a member, which is not stored. */
  dependencies: Dependencies | null;
}

export const encodeRenderedPage = ({ page, dependencies }: RenderedPage): Buffer =>
  serialize({ page, dependencies: dependencies && writeDependencies(dependencies) });

/** @throws if the bytes are truncated */
export function decodeRenderedPage(bytes: Buffer): RenderedPage {
  const { page, dependencies } = deserialize(bytes) as { page: PageResponse; dependencies: WrittenDependencies | null };
  const body = typeof page.body === 'string' ? page.body : Buffer.from(page.body as Buffer);
  return { page: { ...page, body }, dependencies: dependencies && readDependencies(dependencies) };
}

export const isStream = (body: PageResponse['body']): body is Readable => body instanceof Readable;

export const isHtml = ({ headers }: Pick<PageResponse, 'headers'>): boolean => contentTypeOf(headers).startsWith('text/html');

export const contentTypeOf = (headers: OutgoingHttpHeaders): string => String(headers['content-type'] ?? '');

/** Headers that a response without content does not have. */
const contentHeaders = ['content-length', 'content-encoding', 'content-type'];

/** Returns the response without its content: a redirect, or the answer to a client that has the content already. */
export const withoutContent = (page: PageResponse, status = page.status): PageResponse => ({
  status,
  headers: Object.fromEntries(Object.entries(page.headers).filter(([name]) => !contentHeaders.includes(name))),
  head: '',
  body: '',
});
