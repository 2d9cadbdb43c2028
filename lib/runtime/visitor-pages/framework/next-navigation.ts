import { NeedsFramework, pageContext } from '../page-context.ts';

/** Replaces `next/navigation` in visitor pages: redirects and missing pages are handled by Next.js. */
function leave(): never {
  throw new NeedsFramework();
}

export { leave as notFound, leave as permanentRedirect, leave as redirect };

export const usePathname = (): string => pageContext().path;
