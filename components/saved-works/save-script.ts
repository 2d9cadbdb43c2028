import { announce, sendForm, whyRefused } from '#components/site/send-form.ts';
import { savedAmongPath, savedWorksPath, saveWords } from './save-request.ts';

/*
 * Save buttons: sent without leaving the page. Listens on the document, so that it handles every form of a page. Writes text, never HTML.
 */

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.getAttribute('action') !== savedWorksPath) return;
  event.preventDefault();
  void save(form);
});

async function save(form: HTMLFormElement): Promise<void> {
  const sent = new FormData(form);
  const [button, want, sign] = [
    form.querySelector('button'),
    form.querySelector<HTMLInputElement>('input[name="want"]'),
    form.querySelector('svg'),
  ];
  const word = form.querySelector('button > span > span');
  const answer = await sendForm<{ saved: boolean }>(savedWorksPath, sent);
  if (!answer.ok) {
    const { text, link } = whyRefused(answer.refusal, window.location.pathname + window.location.search);
    announce(form, text, '', link);
    return;
  }
  const { saved } = answer.value;
  if (want) want.value = saved ? 'off' : 'on';
  if (word) word.textContent = saveWords(saved);
  sign?.classList.toggle('text-accent', saved);
  announce(form, `${button?.dataset.of} is ${saved ? 'saved' : 'no longer saved'}`, 'sr-only');
}

/* Public lists link to the page of a work. For a signed-in viewer, this replaces the links by save buttons. */

async function offerSave(links: readonly HTMLAnchorElement[]): Promise<void> {
  const ids = new Map(links.map((link) => [link, link.pathname.slice('/works/'.length)]));
  const query = new URLSearchParams([...ids.values()].map((id) => ['work', id]));
  const answer = await fetch(`${savedAmongPath}?${query}`).catch(() => null);
  if (!answer?.ok) return;
  const { saved } = (await answer.json()) as { saved: string[] };
  for (const [link, id] of ids) link.replaceWith(saveForm(link, id, saved.includes(id)));
}

/** Builds the same form as `SaveWork`. */
function saveForm(link: HTMLAnchorElement, workId: string, saved: boolean): HTMLFormElement {
  const title = link.closest('article')?.querySelector('h2, h3, h4')?.textContent ?? '';
  const form = element('form', 'contents', ...Object.entries({ workId, want: saved ? 'off' : 'on' }).map(hidden));
  form.method = 'post';
  form.action = savedWorksPath;
  const button = element('button', 'entry-action');
  button.dataset.of = title;
  const sign = link.querySelector('svg');
  sign?.classList.toggle('text-accent', saved);
  const label = element('span', '', element('span', '', saveWords(saved)), element('span', 'sr-only', ` ${title}`));
  button.append(...(sign ? [sign] : []), label);
  const status = element('p', 'basis-full text-danger text-xs empty:hidden has-[.sr-only]:sr-only');
  status.role = 'status';
  form.append(button, status);
  return form;
}

function hidden([name, value]: [string, string]): HTMLInputElement {
  const field = element('input', '');
  return Object.assign(field, { type: 'hidden', name, value });
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...parts: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...parts);
  return made;
}

// Links inside a selection form are excluded, because a form cannot contain another form.
const links = [...document.querySelectorAll<HTMLAnchorElement>('.entry:not(form *) a.entry-action[href$="#save"]')];
// React pages are excluded, because only React may change their elements.
const isReactPage = document.querySelector('script[src^="/_next/"]') !== null;
if (links.length > 0 && !isReactPage && document.querySelector('form[action="/sign-out"]')) void offerSave(links);
