import { FrameworkNeededError } from '../page-context.ts';

/** Replaces a client component in static markup. */
export function needsFramework(): never {
  throw new FrameworkNeededError();
}
