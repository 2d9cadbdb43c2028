/**
 * An error of another system that may succeed on retry, such as a mail server that restarts or asks to retry later. Jobs retry it for
 * longer than an internal error.
 */
export class TransientError extends Error {
  override readonly name = 'TransientError';
  /** True if no other job of the same kind can succeed now either. */
  readonly affectsAllJobs: boolean;

  constructor(cause: unknown, affectsAllJobs: boolean) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.affectsAllJobs = affectsAllJobs;
  }
}
