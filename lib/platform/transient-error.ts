/**
 * A fault of something outside that passes by itself: a mail server that is being restarted, or asks to come back later. Anyone who meets it
 * tries again for longer than after a fault of our own.
 */
export class TransientError extends Error {
  /** Nothing else of the kind would get through now either. */
  readonly forAll: boolean;

  constructor(cause: unknown, forAll: boolean) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'PassingFault';
    this.forAll = forAll;
  }
}
