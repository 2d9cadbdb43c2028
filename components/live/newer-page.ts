import { contentEvent } from '#components/site/send-form.ts';

/** A newer copy of a page. */
interface NewerPage {
  page: Document;
  /** Where the server has led to, if it has. */
  location: URL | null;
}

/** Requests a page, or sends a form that a page answers. @throws if the server cannot be reached */
export async function requestPage(url: string, init: RequestInit = {}): Promise<NewerPage> {
  const response = await fetch(url, init);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  return { page, location: response.redirected ? new URL(response.url) : null };
}

const partsIn = (page: Document): HTMLElement[] => [...page.querySelectorAll<HTMLElement>('[data-refreshed]')];

/** Finds a link again by its id, or by where it leads. */
function selectorOf(link: Element | null): string | null {
  const [id, href] = [link?.id, link?.getAttribute('href')];
  return id ? `#${CSS.escape(id)}` : href ? `a[href="${CSS.escape(href)}"]` : null;
}

/**
 * Replaces the parts of this page by those of a newer copy. A link that has the focus keeps it.
 * @returns false if the copy has not all of them, or somebody writes in one
 */
export function showNewerParts(newer: Document): boolean {
  const counterparts = new Map(partsIn(newer).map((part) => [part.dataset.refreshed, part]));
  const parts = partsIn(document);
  const isWriting = (part: HTMLElement) => part.querySelector('input:focus, textarea:focus, select:focus') !== null;
  if (!parts.every((part) => counterparts.has(part.dataset.refreshed) && !isWriting(part))) return false;
  for (const part of parts) {
    const counterpart = counterparts.get(part.dataset.refreshed);
    const focused = part.contains(document.activeElement) ? selectorOf(document.activeElement) : null;
    if (counterpart) part.replaceWith(document.adoptNode(counterpart));
    const link = focused ? counterpart?.querySelector<HTMLElement>(focused) : null;
    const details = link?.closest('details');
    if (details) details.open = true;
    link?.focus({ preventScroll: true });
  }
  document.dispatchEvent(new Event(contentEvent));
  return true;
}
