import { FrameworkNeededError } from '../page-context.ts';

/** Replaces a client component in visitor pages. */
export function needsFramework(): never {
  throw new FrameworkNeededError();
}
