import { notFound, permanentRedirect } from 'next/navigation';

/** Returns what a loader has found. Redirects if the record has moved to another slug; shows the page for missing pages if there is none. */
export function found<View extends object>(result: View | { redirect: string } | null, pathOf: (slug: string) => string): View {
  if (result === null) notFound();
  if ('redirect' in result) permanentRedirect(pathOf(String(result.redirect)));
  return result;
}
