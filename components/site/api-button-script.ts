import { announceResult, describeRefusal, sendForm } from './send-form.ts';

/* Buttons of the API (api-button.tsx): a refusal is shown beside the button, success leads to the next page. */

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.apiButton === undefined) return;
  event.preventDefault();
  void sendButton(form);
});

async function sendButton(form: HTMLFormElement): Promise<void> {
  const formData = new FormData(form);
  const result = await sendForm<object>(form.getAttribute('action') ?? '', formData);
  if (result.ok) return openPage(String(formData.get('back')));
  const { text, link } = describeRefusal(result.refusal, window.location.pathname + window.location.search);
  announceResult(form, text, '', link);
}

/** Opens a page, also if it is the current one. */
function openPage(path: string): void {
  const { pathname, search } = new URL(path, window.location.href);
  if (pathname + search === window.location.pathname + window.location.search) window.location.reload();
  else window.location.assign(path);
}
