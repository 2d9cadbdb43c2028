import { NeedsFramework } from '../page-context.ts';

/** Takes the place of a component of the browser in pages for visitors. */
export function needsFramework(): never {
  throw new NeedsFramework();
}
