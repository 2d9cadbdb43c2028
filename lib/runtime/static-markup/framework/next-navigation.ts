import { FrameworkNeededError, pageContext } from '../page-context.ts';

/** Replaces `next/navigation` in static markup: redirects and missing pages are handled by Next.js. */
function leaveToFramework(): never {
  throw new FrameworkNeededError();
}

export { leaveToFramework as notFound, leaveToFramework as permanentRedirect, leaveToFramework as redirect };

export const usePathname = (): string => pageContext().path;
