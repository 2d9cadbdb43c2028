/**
 * An error of another system that may succeed on retry: a mail server that is being restarted, or asks to come back later. Jobs retry it for
 * longer than an error of our own.
 */
export class TransientError extends Error {
  override readonly name = 'TransientError';
  /** Nothing else of the kind would get through now either. */
  readonly affectsAllJobs: boolean;

  constructor(cause: unknown, affectsAllJobs: boolean) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.affectsAllJobs = affectsAllJobs;
  }
}
