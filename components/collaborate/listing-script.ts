import { requestPage, showNewerParts } from '#components/live/newer-page.ts';

/*
 * The filters and orders of people who are open to collaborate change the list in place. The address changes with it, and the result is
 * announced. Without script, or if the list cannot be shown, they are links.
 */

const inPlace = '[data-in-place] a';
const addressOf = ({ pathname, search }: URL | Location): string => pathname + search;

/** The address of the list that is shown, and of the one that is asked for. */
let shown = addressOf(window.location);
let wanted = shown;
let request = new AbortController();

/** Returns the asked address with what a link changes in the shown one: a filter that is pressed while another loads adds to it. */
function addressAfter(link: HTMLAnchorElement): string {
  const base = window.location.origin;
  const [before, target, next] = [new URL(shown, base), new URL(link.href), new URL(wanted, base)];
  for (const name of new Set([...before.searchParams.keys(), ...target.searchParams.keys()])) {
    const value = target.searchParams.get(name);
    if (value === before.searchParams.get(name)) continue;
    if (value === null) next.searchParams.delete(name);
    else next.searchParams.set(name, value);
  }
  return addressOf(next);
}

/** Shows the list of an address, unless another one is asked for meanwhile. @returns false if it cannot be shown here */
async function showList(address: string): Promise<boolean> {
  wanted = address;
  request.abort();
  request = new AbortController();
  const { signal } = request;
  const list = document.querySelector<HTMLElement>('[data-refreshed="listings"]');
  if (list) list.ariaBusy = 'true';
  const newer = await requestPage(address, { signal }).catch(() => null);
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
    const address = addressAfter(link);
    if (!(await showList(address))) window.location.assign(address);
    else if (shown === address && addressOf(window.location) !== address) history.pushState(null, '', address);
  });
  window.addEventListener('popstate', async () => {
    const address = addressOf(window.location);
    if (address !== wanted && !(await showList(address))) window.location.reload();
  });
}
