import { requestPage, showNewerParts } from '#components/live/newer-page.ts';

/*
 * The filters and orders of people who are open to collaborate change the list in place. The address changes with it, and the result is
 * announced. Without script, or if the list cannot be shown, they are links.
 */

const inPlace = '[data-in-place] a';
const addressOf = ({ pathname, search }: URL | Location): string => pathname + search;

let shown = addressOf(window.location);
let request = new AbortController();

async function showList(address: string): Promise<boolean> {
  request.abort();
  request = new AbortController();
  const { signal } = request;
  const list = document.querySelector<HTMLElement>('[data-refreshed="listings"]');
  if (list) list.ariaBusy = 'true';
  const newer = await requestPage(address, { signal }).catch(() => null);
  // A later press has its own request.
  if (signal.aborted) return true;
  if (!newer || newer.location || !showNewerParts(newer.page)) return false;
  shown = address;
  if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  document.querySelector('[data-list-status]')?.replaceChildren(document.querySelector('[data-list-count]')?.textContent ?? '');
  return true;
}

if (document.querySelector(inPlace) && !document.querySelector('script[src^="/_next/"]')) {
  document.addEventListener('click', async (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(inPlace) : null;
    if (!link || event.defaultPrevented || event.button > 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const address = addressOf(new URL(link.href));
    if (!(await showList(address))) window.location.assign(address);
    else if (shown === address && addressOf(window.location) !== address) history.pushState(null, '', address);
  });
  window.addEventListener('popstate', async () => {
    const address = addressOf(window.location);
    if (address !== shown && !(await showList(address))) window.location.reload();
  });
}
