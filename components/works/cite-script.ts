/*
 * The citation of a work in its list: the part of its page /works/<id>/cite that holds the citation, as a panel below the work or, on a
 * phone, as a sheet. Without script, the same link leads to the page.
 */

const storedStyle = 'cite-style';
const phone = window.matchMedia('(width < 40rem)');

document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const target = event.target instanceof Element ? event.target : null;
  const button = target?.closest<HTMLElement>('[data-copy]');
  if (button) return void copy(button);
  const link = target?.closest<HTMLAnchorElement>('a[href*="/cite"]');
  const [, id] = /^\/works\/([^/]+)\/cite$/.exec(link?.pathname ?? '') ?? [];
  if (!link || !id) return;
  const panel = link.closest<HTMLDialogElement>('dialog.cite-panel');
  const entry = link.closest('article, #save');
  if (!panel && !entry) return;
  event.preventDefault();
  const style = new URLSearchParams(link.search).get('style') ?? localStorage.getItem(storedStyle);
  void (panel ? show(panel, link, style) : open(entry, link, style));
});

document.addEventListener('keydown', (event) => {
  const panel = event.key === 'Escape' && document.querySelector<HTMLDialogElement>('dialog.cite-panel[open]');
  if (panel) panel.close();
});

/** Opens the panel of a work, and closes that of another; a second press closes it. */
async function open(entry: Element | null, link: HTMLAnchorElement, style: string | null): Promise<void> {
  const opened = document.querySelector<HTMLDialogElement>('dialog.cite-panel');
  const isSame = opened?.previousElementSibling === entry;
  opened?.close();
  if (!entry || isSame) return;
  const panel = document.createElement('dialog');
  panel.className = 'cite-panel';
  const title = entry.querySelector('h2, h3, h4')?.textContent ?? '';
  panel.setAttribute('aria-label', `Cite ${title}`.trim());
  const heading = document.createElement('p');
  heading.className = 'cite-title';
  heading.textContent = title;
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = '×';
  close.className = 'cite-close';
  close.setAttribute('aria-label', 'Close');
  close.addEventListener('click', () => panel.close());
  panel.addEventListener('close', () => {
    panel.remove();
    link.setAttribute('aria-expanded', 'false');
    link.focus();
  });
  panel.append(heading, close);
  entry.after(panel);
  link.setAttribute('aria-expanded', 'true');
  if (await show(panel, link, style)) phone.matches ? panel.showModal() : panel.show();
  panel.querySelector<HTMLElement>('[aria-current]')?.focus();
}

/** Shows a style in a panel; if it cannot be read, the link is followed. */
async function show(panel: HTMLDialogElement, link: HTMLAnchorElement, style: string | null): Promise<boolean> {
  const url = link.pathname + (style ? `?style=${encodeURIComponent(style)}` : '');
  const response = await fetch(url, { headers: { accept: 'text/html' } }).catch(() => null);
  const page = response?.ok ? new DOMParser().parseFromString(await response.text(), 'text/html') : null;
  const citation = page?.getElementById('citation');
  if (!citation) {
    window.location.assign(url);
    return false;
  }
  citation.removeAttribute('id');
  panel.querySelector('.citation')?.remove();
  panel.append(document.importNode(citation, true));
  revealCopy(panel);
  if (style) localStorage.setItem(storedStyle, style);
  panel.querySelector<HTMLElement>('[aria-current]')?.focus();
  return true;
}

async function copy(button: HTMLElement): Promise<void> {
  const citation = button.closest('.citation');
  const text = citation?.querySelector('[data-citation]')?.textContent ?? '';
  const status = citation?.querySelector('[role="status"]');
  await navigator.clipboard.writeText(text).then(
    () => {
      button.textContent = 'Copied';
      if (status) status.textContent = 'Copied';
    },
    () => {
      if (status) status.textContent = 'Not copied. Select the text, and copy it.';
    },
  );
}

/** Copying needs a script, so the button is hidden without one. */
function revealCopy(within: ParentNode): void {
  for (const button of within.querySelectorAll<HTMLElement>('[data-copy]')) button.hidden = navigator.clipboard === undefined;
}

revealCopy(document);
