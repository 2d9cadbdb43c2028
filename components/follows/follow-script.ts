import { announceResult, describeRefusal, sendForm } from '#components/site/send-form.ts';
import { buttonClass } from '#components/ui/button-variants.ts';
import { formatNumber } from '#components/ui/sentence.ts';
import { followButtonVariant, followsPath, parseFollowVariant } from './follow-request.ts';

/*
 * Follow buttons: updated immediately, and restored if the server refuses. Listens on the document, so that it handles every form of a
 * page. Writes text, never HTML.
 */

interface FollowState {
  following: boolean;
  followers: number | null;
}

/** The pending request of each form: requests are sent one after another, in the order of clicks. */
const pendingRequests = new WeakMap<HTMLFormElement, Promise<void>>();

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.getAttribute('action') !== followsPath) return;
  event.preventDefault();
  const formData = new FormData(form);
  const previous = shownStateOf(form);
  const following = formData.get('want') === 'on';
  const followers = previous.followers === null ? null : Math.max(0, previous.followers + (following ? 1 : -1));
  showState(form, { following, followers });
  pendingRequests.set(
    form,
    (pendingRequests.get(form) ?? Promise.resolve()).then(() => sendFollow(form, formData, previous)),
  );
});

async function sendFollow(form: HTMLFormElement, formData: FormData, previous: FollowState): Promise<void> {
  const result = await sendForm<{ followers: number | null }>(followsPath, formData);
  const following = formData.get('want') === 'on';
  const name = form.querySelector('button')?.dataset.of ?? '';
  if (result.ok) {
    // A later click may already have changed the state.
    if (shownStateOf(form).following === following) showState(form, { following, followers: result.value.followers });
    announceResult(form, following ? `You follow ${name}` : `You no longer follow ${name}`, 'sr-only');
    return;
  }
  showState(form, previous);
  const { text, link } = describeRefusal(result.refusal, window.location.pathname);
  announceResult(form, text, '', link);
}

const partsOf = (form: HTMLFormElement) => {
  const [word, , count, unit] = form.querySelectorAll('button > span > span');
  return { word, count, unit };
};

function shownStateOf(form: HTMLFormElement): FollowState {
  const { count } = partsOf(form);
  return { following: wantFieldOf(form)?.value === 'off', followers: count ? Number(count.textContent) : null };
}

const wantFieldOf = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>('input[name="want"]');

function showState(form: HTMLFormElement, { following, followers }: FollowState): void {
  const [button, wantField] = [form.querySelector('button'), wantFieldOf(form)];
  const { word, count, unit } = partsOf(form);
  if (wantField) wantField.value = following ? 'off' : 'on';
  if (button) button.className = buttonClass(followButtonVariant(following, parseFollowVariant(button.dataset.variant)));
  if (word) word.textContent = following ? 'Unfollow' : 'Follow';
  if (followers === null || !count || !unit) return;
  count.textContent = String(followers);
  unit.textContent = followers === 1 ? ' follower' : ' followers';
  showCounter(followers);
}

/** Updates the number of followers in the head of the profile. */
function showCounter(followers: number): void {
  const [unit, count] = document.querySelectorAll('[data-counter="followers"] > *');
  if (!unit || !count) return;
  unit.textContent = followers === 1 ? 'follower' : 'followers';
  count.textContent = formatNumber(followers);
}
