import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known of the request that is being answered, wherever its answer is made. */
interface RequestContext {
  /** Named in the answer (X-Request-Id), in each log line, and in those and the mail of jobs that the request asks for. */
  id: string;
  /** The database was too busy, or did not answer in time: the answer says so with 503. */
  isOverloaded: boolean;
  /** The span of its answer (W3C Trace Context), where it is traced. */
  traceparent?: string | undefined;
  /** The form that it sent. */
  typed?: Readonly<Record<string, string | string[]>>;
  /** A job that the request has asked for: nobody waits for it. */
  isJob?: true;
}

// Next bundles each entry by itself: one place for the process.
const place = globalThis as { peergraphRequest?: AsyncLocalStorage<RequestContext> };
place.peergraphRequest ??= new AsyncLocalStorage<RequestContext>();
const current = place.peergraphRequest;

/** Runs work that can be asked for its request. */
export const withRequest = <T>(context: RequestContext, work: () => T): T => current.run(context, work);

/** The id of the request that is being answered; undefined outside of one. */
export const requestId = (): string | undefined => current.getStore()?.id;

/** True while somebody waits for the answer of a request. */
export const isAnswering = (): boolean => {
  const context = current.getStore();
  return context !== undefined && !context.isJob;
};

/** The span that further ones belong to; undefined where nothing is traced. */
export const traceparent = (): string | undefined => current.getStore()?.traceparent;

/** Notes that the request being answered failed because the database is overloaded: tried again later, it can succeed. */
export function noteOverload(): void {
  const context = current.getStore();
  if (context) context.isOverloaded = true;
}

export const isRequestOverloaded = (): boolean => current.getStore()?.isOverloaded ?? false;

/** Notes the form that the request being answered has sent, for the page that answers it without script. */
export function noteForm(typed: Readonly<Record<string, string | string[]>>): void {
  const context = current.getStore();
  if (context) context.typed = typed;
}

/** The form that the request being answered has sent; empty where it sent none. */
export const formOfRequest = (): Readonly<Record<string, string | string[]>> => current.getStore()?.typed ?? {};
