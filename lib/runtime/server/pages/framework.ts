import { type IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import type { PageRequest } from '#lib/runtime/routes/page-request.ts';
import { isText } from './compress-page.ts';
import type { PageResponse } from './page-response.ts';

/** The request handler of Next.js. */
export type Framework = (message: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * A response that is kept instead of sent. Until its end, Next.js may still change status and headers. A download becomes a stream with its
 * first bytes.
 */
class CapturedResponse extends ServerResponse {
  readonly captured = Promise.withResolvers<PageResponse>();
  private readonly chunks: Buffer[] = [];
  private stream: PassThrough | null = null;
  private readonly isDownload: boolean;

  constructor(message: IncomingMessage, isDownload: boolean) {
    super(message);
    this.isDownload = isDownload;
  }

  private settle(body: PageResponse['body']): void {
    const { 'content-length': _, ...headers } = this.getHeaders();
    this.captured.resolve({ status: this.statusCode, headers, head: '', body });
  }

  override writeHead(status: number, ...more: unknown[]): this {
    this.statusCode = status;
    for (const [name, value] of Object.entries((more.at(-1) ?? {}) as Record<string, string>)) this.setHeader(name, value);
    return this;
  }

  override flushHeaders(): void {}

  override write(chunk: unknown, ...more: unknown[]): boolean {
    const callback = more.find((each) => typeof each === 'function');
    if (callback) process.nextTick(callback as () => void);
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return true;
    if (!this.isDownload || isText(this.getHeaders())) return this.chunks.push(Buffer.from(chunk as Uint8Array)) > 0;
    if (!this.stream) {
      this.stream = new PassThrough().on('drain', () => this.emit('drain')).on('close', () => this.emit('close'));
      this.settle(this.stream);
    }
    return this.stream.write(chunk);
  }

  override end(chunk?: unknown, ...more: unknown[]): this {
    if (this.finished) return this;
    this.write(chunk, ...more, chunk);
    if (this.stream) this.stream.end();
    else this.settle(Buffer.concat(this.chunks));
    this.finished = true;
    process.nextTick(() => this.emit('finish') && this.emit('close'));
    return this;
  }

  /** Tells Next.js that the client has left, so that it stops rendering. */
  abort(reason: unknown): void {
    this.captured.reject(reason);
    this.stream?.destroy();
    this.destroyed = true;
    this.emit('close');
  }
}

/**
 * Renders a response with Next.js. Nothing else calls it.
 * @param signal aborted when the client has left
 * @throws the reason of the signal
 */
export function renderWithFramework(
  framework: Framework,
  request: PageRequest,
  message: IncomingMessage,
  signal: AbortSignal,
): Promise<PageResponse> {
  const response = new CapturedResponse(message, request.route?.policy.isStreamed ?? false);
  signal.addEventListener('abort', () => response.abort(signal.reason), { once: true });
  framework(message, response).catch((error: unknown) => response.captured.reject(error));
  return response.captured.promise;
}
