import { AsyncLocalStorage } from 'node:async_hooks';

/** The context of the current request, available to all code that contributes to its response. */
interface RequestContext {
  /**
   * Sent in the response (X-Request-Id) and written to log lines. Jobs that the request enqueues repeat it in their log lines and emails.
   */
  id: string;
  /** True if the database was too busy or timed out; the response is then a 503. */
  isOverloaded: boolean;
  /** Set if the disk of the database accepts no data; nothing was changed. */
  cannotStore?: true;
  /** Set if the connection to the database broke during a commit: nobody knows whether the change was stored. */
  isOutcomeUnknown?: true;
  /** The span of the response (W3C Trace Context), if it is traced. */
  traceparent?: string | undefined;
  /** The submitted form. */
  typed?: Readonly<Record<string, string | string[]>>;
  /** The error code with which the submitted form was refused. */
  refusedWith?: string;
  /** Set for a job that the request has enqueued: no client waits for it. */
  isJob?: true;
}

// Next bundles each entry separately; a global makes the context one for the process.
const globals = globalThis as { peergraphRequest?: AsyncLocalStorage<RequestContext> };
globals.peergraphRequest ??= new AsyncLocalStorage<RequestContext>();
const requestStorage = globals.peergraphRequest;

/** Runs a function in the context of a request. */
export const withRequest = <T>(context: RequestContext, work: () => T): T => requestStorage.run(context, work);

/** Returns the id of the current request; undefined outside of one. */
export const requestId = (): string | undefined => requestStorage.getStore()?.id;

/** Returns true while a client waits for the response. */
export const isClientWaiting = (): boolean => {
  const context = requestStorage.getStore();
  return context !== undefined && !context.isJob;
};

/** Returns the parent of further spans; undefined if nothing is traced. */
export const traceparent = (): string | undefined => requestStorage.getStore()?.traceparent;

/** Notes that the current request failed because the database is overloaded, so that a retry can succeed. */
export function noteOverload(): void {
  const context = requestStorage.getStore();
  if (context) context.isOverloaded = true;
}

/** Notes that the current request failed because the disk of the database accepts no data. */
export function noteFullDisk(): void {
  const context = requestStorage.getStore();
  if (context) context.cannotStore = true;
}

/** Notes that the connection to the database broke while the change of the current request was committed. */
export function noteUnknownOutcome(): void {
  const context = requestStorage.getStore();
  if (context) context.isOutcomeUnknown = true;
}

export type RequestFault = 'outcome_unknown' | 'overloaded' | 'cannot_store' | 'internal_error';

/** Returns why the current request failed. */
export const faultOfRequest = (): RequestFault => {
  const { isOutcomeUnknown = false, isOverloaded = false, cannotStore = false } = requestStorage.getStore() ?? {};
  if (isOutcomeUnknown) return 'outcome_unknown';
  return isOverloaded ? 'overloaded' : cannotStore ? 'cannot_store' : 'internal_error';
};

/** Notes the submitted form of the current request, for the page that answers it without script. */
export function noteForm(typed: Readonly<Record<string, string | string[]>>): void {
  const context = requestStorage.getStore();
  if (context) context.typed = typed;
}

/** Returns the submitted form of the current request; empty if there is none. */
export const formOfRequest = (): Readonly<Record<string, string | string[]>> => requestStorage.getStore()?.typed ?? {};

/** Notes the error code with which the form of the current request was refused, for the page that answers it without script. */
export function noteRefusal(code: string): void {
  const context = requestStorage.getStore();
  if (context) context.refusedWith = code;
}

/** Returns the error code with which the form of the current request was refused; undefined if it was not. */
export const refusalOfRequest = (): string | undefined => requestStorage.getStore()?.refusedWith;
