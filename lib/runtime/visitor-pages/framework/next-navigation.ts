import { NeedsFramework, pageContext } from '../page-context.ts';

/** Takes the place of `next/navigation` in pages for visitors: what is no page is left to the framework. */
function leave(): never {
  throw new NeedsFramework();
}

export { leave as notFound, leave as permanentRedirect, leave as redirect };

export const usePathname = (): string => pageContext().path;
