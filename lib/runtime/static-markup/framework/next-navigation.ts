import { PageNotFoundError, PageRedirectError, pageContext } from '../page-context.ts';

/** Replaces `next/navigation` in static markup. */
export function notFound(): never {
  throw new PageNotFoundError();
}

export function redirect(location: string): never {
  throw new PageRedirectError(307, location);
}

export function permanentRedirect(location: string): never {
  throw new PageRedirectError(308, location);
}

export const usePathname = (): string => pageContext().path;
