import { sendForm } from '#components/site/send-form.ts';
import { buttonClass } from '#components/ui/button-variants.ts';
import { digestChoiceLabels, digestPath, digestQuestion } from './digest-request.ts';

/*
 * The question whether the account wants a digest: sent with the time zone of the browser, and asked at once after the first follow
 * (`follow-script.ts`). Without script, the next page asks it.
 */

document.addEventListener('submit', (event) => {
  const { target, submitter } = event;
  if (!(target instanceof HTMLFormElement) || target.getAttribute('action') !== digestPath) return;
  const zone = target.querySelector<HTMLInputElement>('input[name="timeZone"]');
  if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const bar = target.closest('[data-digest]');
  if (!bar || !(submitter instanceof HTMLButtonElement)) return;
  event.preventDefault();
  const form = new FormData(target);
  form.set('frequency', submitter.value);
  void sendForm(digestPath, form).then(({ ok }) => {
    target.remove();
    const status = bar.querySelector('[role="status"]');
    if (status) status.textContent = ok ? 'Saved. You can change it in your notification settings.' : 'This did not work. Try again later.';
  });
});

/** Asks about the digest below the header, as `DigestBar` does on the next page. */
export function askAboutDigest(): void {
  const main = document.querySelector('main');
  if (!main || document.querySelector(`form[action="${digestPath}"]`)) return;
  const bar = document.createElement('section');
  bar.ariaLabel = 'New works by email';
  bar.dataset.digest = '';
  bar.className = 'gutter mx-auto flex w-full max-w-frame flex-wrap items-center gap-x-6 gap-y-2 py-3 text-sm';
  const form = document.createElement('form');
  form.action = digestPath;
  form.method = 'post';
  form.className = 'flex flex-wrap gap-2.5';
  const zone = Object.assign(document.createElement('input'), { type: 'hidden', name: 'timeZone', value: 'UTC' });
  const buttons = Object.entries(digestChoiceLabels).map(([frequency, label]) =>
    Object.assign(document.createElement('button'), {
      name: 'frequency',
      value: frequency,
      textContent: label,
      className: buttonClass('plain'),
    }),
  );
  form.append(zone, ...buttons);
  const status = document.createElement('p');
  status.role = 'status';
  bar.append(status, form);
  main.before(bar);
  // Screen readers announce what is written into a status that is on the page already.
  status.textContent = digestQuestion;
}
