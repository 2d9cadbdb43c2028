import { announceResult, describeRefusal, sendForm } from '#components/site/send-form.ts';
import { saveButtonLabel, savedAmongPath, savedWorksPath } from './save-request.ts';

/*
 * Save buttons: sent without leaving the page. Listens on the document, so that it handles every form of a page. Writes text, never HTML.
 */

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.getAttribute('action') !== savedWorksPath) return;
  event.preventDefault();
  void submitSave(form);
});

async function submitSave(form: HTMLFormElement): Promise<void> {
  const formData = new FormData(form);
  const [button, wantField, icon] = [
    form.querySelector('button'),
    form.querySelector<HTMLInputElement>('input[name="want"]'),
    form.querySelector('svg'),
  ];
  const label = form.querySelector('button > span > span');
  const result = await sendForm<{ saved: boolean }>(savedWorksPath, formData);
  if (!result.ok) {
    const { text, link } = describeRefusal(result.refusal, window.location.pathname + window.location.search);
    announceResult(form, text, '', link);
    return;
  }
  const { saved } = result.value;
  if (wantField) wantField.value = saved ? 'off' : 'on';
  if (label) label.textContent = saveButtonLabel(saved);
  icon?.classList.toggle('text-accent', saved);
  announceResult(form, `${button?.dataset.of} is ${saved ? 'saved' : 'no longer saved'}`, 'sr-only');
}

/* Public lists link to the page of a work. For a signed-in viewer, this replaces the links by save buttons. */

async function replaceSaveLinks(links: readonly HTMLAnchorElement[]): Promise<void> {
  const ids = new Map(links.map((link) => [link, link.pathname.slice('/works/'.length)]));
  const query = new URLSearchParams([...ids.values()].map((id) => ['work', id]));
  const response = await fetch(`${savedAmongPath}?${query}`).catch(() => null);
  if (!response?.ok) return;
  const { saved } = (await response.json()) as { saved: string[] };
  for (const [link, id] of ids) link.replaceWith(createSaveForm(link, id, saved.includes(id)));
}

/** Builds the same form as `SaveWork`. */
function createSaveForm(link: HTMLAnchorElement, workId: string, saved: boolean): HTMLFormElement {
  const title = link.closest('article')?.querySelector('h2, h3, h4')?.textContent ?? '';
  const form = createElement('form', 'contents', ...Object.entries({ workId, want: saved ? 'off' : 'on' }).map(hiddenField));
  form.method = 'post';
  form.action = savedWorksPath;
  const button = createElement('button', 'entry-action');
  button.dataset.of = title;
  const icon = link.querySelector('svg');
  icon?.classList.toggle('text-accent', saved);
  const label = createElement('span', '', createElement('span', '', saveButtonLabel(saved)), createElement('span', 'sr-only', ` ${title}`));
  button.append(...(icon ? [icon] : []), label);
  const status = createElement('p', 'basis-full text-danger text-xs empty:sr-only has-[.sr-only]:sr-only');
  status.role = 'status';
  form.append(button, status);
  return form;
}

function hiddenField([name, value]: [string, string]): HTMLInputElement {
  const field = createElement('input', '');
  return Object.assign(field, { type: 'hidden', name, value });
}

function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...parts: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.append(...parts);
  return node;
}

// Links inside a selection form are excluded, because a form cannot contain another form.
const links = [...document.querySelectorAll<HTMLAnchorElement>('.entry:not(form *) a.entry-action[href$="#save"]')];
// React pages are excluded, because only React may change their elements.
const isReactPage = document.querySelector('script[src^="/_next/"]') !== null;
if (links.length > 0 && !isReactPage && document.querySelector('form[action="/sign-out"]')) void replaceSaveLinks(links);
