import { sendForm, tell, whyRefused } from '#components/site/send-form.ts';
import { savedWorksPath, saveWords } from './save-request.ts';

/* Save buttons: sent without leaving the page. It listens on the document, so that it serves every form of a page, and it writes text, never HTML. */

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
    tell(form, text, '', link);
    return;
  }
  const { saved } = answer.value;
  if (want) want.value = saved ? 'off' : 'on';
  if (word) word.textContent = saveWords(saved);
  sign?.classList.toggle('text-accent', saved);
  tell(form, `${button?.dataset.of} is ${saved ? 'saved' : 'no longer saved'}`, 'sr-only');
}
