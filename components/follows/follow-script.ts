import { announce, sendForm, whyRefused } from '#components/site/send-form.ts';
import { buttonClass } from '#components/ui/button-variants.ts';
import { followButtonVariant, followsPath, variantNamed } from './follow-request.ts';

/*
 * Follow buttons: updated immediately, and restored if the server refuses. Listens on the document, so that it handles every form of a
 * page. Writes text, never HTML.
 */

interface Standing {
  following: boolean;
  followers: number | null;
}

/** The pending request of each form: requests are sent one after another, in the order of clicks. */
const underWay = new WeakMap<HTMLFormElement, Promise<void>>();

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.getAttribute('action') !== followsPath) return;
  event.preventDefault();
  const sent = new FormData(form);
  const before = shownBy(form);
  const following = sent.get('want') === 'on';
  const followers = before.followers === null ? null : Math.max(0, before.followers + (following ? 1 : -1));
  show(form, { following, followers });
  underWay.set(
    form,
    (underWay.get(form) ?? Promise.resolve()).then(() => follow(form, sent, before)),
  );
});

async function follow(form: HTMLFormElement, sent: FormData, before: Standing): Promise<void> {
  const answer = await sendForm<{ followers: number | null }>(followsPath, sent);
  const following = sent.get('want') === 'on';
  const name = form.querySelector('button')?.dataset.of ?? '';
  if (answer.ok) {
    // A later click may already have changed the state.
    if (shownBy(form).following === following) show(form, { following, followers: answer.value.followers });
    announce(form, following ? `You follow ${name}` : `You no longer follow ${name}`, 'sr-only');
    return;
  }
  show(form, before);
  const { text, link } = whyRefused(answer.refusal, window.location.pathname);
  announce(form, text, '', link);
}

const partsOf = (form: HTMLFormElement) => {
  const [word, , count, unit] = form.querySelectorAll('button > span > span');
  return { word, count, unit };
};

function shownBy(form: HTMLFormElement): Standing {
  const { count } = partsOf(form);
  return { following: wanted(form)?.value === 'off', followers: count ? Number(count.textContent) : null };
}

const wanted = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>('input[name="want"]');

function show(form: HTMLFormElement, { following, followers }: Standing): void {
  const [button, want] = [form.querySelector('button'), wanted(form)];
  const { word, count, unit } = partsOf(form);
  if (want) want.value = following ? 'off' : 'on';
  if (button) button.className = buttonClass(followButtonVariant(following, variantNamed(button.dataset.variant)));
  if (word) word.textContent = following ? 'Unfollow' : 'Follow';
  if (followers === null || !count || !unit) return;
  count.textContent = String(followers);
  unit.textContent = followers === 1 ? ' follower' : ' followers';
}
