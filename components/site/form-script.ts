import { isFormTooLarge } from '#lib/platform/http/form-size.ts';
import { formTooLarge, noAnswer } from './form-failures.ts';
import { contentEvent } from './send-form.ts';

/*
 * Sends the form of a server action on a page without React (action-form.tsx): the button waits, a refusal is shown in place, and what was
 * typed stays if no answer arrives. Without script, or in an old browser, the browser sends the form.
 */

const isReactPage = document.querySelector('script[src^="/_next/"]') !== null;

/** Shows a failure above the fields of a form, and moves the focus to it. */
function showFailure(form: HTMLFormElement, { title, detail, action }: typeof noAnswer): void {
  form.querySelector('[data-failure]')?.remove();
  const region = document.createElement('div');
  region.dataset.failure = '';
  region.role = 'alert';
  region.tabIndex = -1;
  region.className = 'max-w-text scroll-mt-24 border-danger border-l-3 bg-raised px-4 py-3 outline-none';
  const heading = document.createElement('p');
  heading.className = 'font-semibold';
  heading.textContent = title;
  const text = document.createElement('p');
  text.className = 'mt-2 text-sm';
  text.textContent = `${detail} ${action}`;
  region.append(heading, text);
  form.prepend(region);
  region.focus();
}

/** Shows the page that a form was answered with. A redirect is opened as a page of its own. */
function showAnswer(response: Response, html: string): boolean {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const [current, answered] = [document.querySelector('main'), page.querySelector('main')];
  // A proxy without its server answers with a page of its own.
  if (!current || !answered || !page.getElementById('site-search')) return false;
  if (response.redirected) {
    const { pathname, search, hash } = new URL(response.url);
    if (pathname + search === window.location.pathname + window.location.search) window.location.reload();
    else window.location.assign(pathname + search + hash);
    return true;
  }
  document.title = page.title;
  current.replaceWith(answered);
  document.dispatchEvent(new Event(contentEvent));
  const region = answered.querySelector<HTMLElement>('[autofocus]');
  region?.focus();
  // What was refused is a draft again.
  region?.closest('form')?.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}

async function send(form: HTMLFormElement, data: FormData): Promise<void> {
  form.ariaBusy = 'true';
  try {
    const response = await fetch(form.getAttribute('action') || window.location.href, { method: 'POST', body: data });
    if (showAnswer(response, await response.text())) return;
  } catch {
    // Offline, or the connection broke.
  }
  form.ariaBusy = null;
  // What was typed is a draft again.
  form.dispatchEvent(new Event('input', { bubbles: true }));
  showFailure(form, noAnswer);
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (event.defaultPrevented || isReactPage || !(form instanceof HTMLFormElement) || !form.querySelector('input[name^="$ACTION_"]')) return;
  event.preventDefault();
  if (form.ariaBusy === 'true') return;
  const data = new FormData(form, event.submitter);
  if (isFormTooLarge(data)) showFailure(form, formTooLarge);
  else void send(form, data);
});

/** Milliseconds in which a form that the browser sends is not sent again. */
const repeatMs = 2_000;

// A double click would send a form twice, and the browser shows the answer to the second. On `window`, after the scripts that send forms
// themselves.
window.addEventListener('submit', (event) => {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post') return;
  if (form.ariaBusy) event.preventDefault();
  form.ariaBusy = 'true';
  setTimeout(() => form.removeAttribute('aria-busy'), repeatMs);
});
