import { pageShell } from './next-output.ts';

/** HTML that Next.js writes around each page. */
interface PageShell {
  /** From the first byte to the metadata. */
  begin: string;
  /** From the metadata to the content. */
  middle: string;
  /** Value of the Link header: files that every page needs. */
  link: string | null;
}

let shell: PageShell | null = null;

/**
 * Stores the shell that Next.js writes around each page, from a rendered page.
 * @returns false if that page had failed
 */
export function storePageShell(html: string, link: string | null): boolean {
  const rendered = pageShell(html);
  if (rendered) shell = { ...rendered, link };
  return rendered !== null;
}

/** Returns the shell; null if Next.js has not rendered a page yet. */
export const currentPageShell = (): PageShell | null => shell;
