import { askAboutDigest } from '#components/notifications/digest-script.ts';
import { announceResult, describeRefusal, sendForm, statusOf } from '#components/site/send-form.ts';
import { buttonClass } from '#components/ui/button-variants.ts';
import { formatNumber } from '#components/ui/sentence.ts';
import { followButtonVariant, followingWords, followsPath, listButtonName, listVariant, parseFollowVariant } from './follow-request.ts';

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
  if (!(form instanceof HTMLFormElement) || form.getAttribute('action') !== followsPath || !isSignedIn()) return;
  const button = form.querySelector('button');
  if (!button) return;
  event.preventDefault();
  // Screen readers announce what appears in a region that is already there.
  statusOf(form);
  const formData = new FormData(form);
  formData.set('want', button.value);
  const previous = shownStateOf(button);
  const following = button.value === 'on';
  const followers = previous.followers === null ? null : Math.max(0, previous.followers + (following ? 1 : -1));
  showEverywhere(form, { following, followers });
  pendingRequests.set(
    form,
    (pendingRequests.get(form) ?? Promise.resolve()).then(() => sendFollow(form, formData, previous)),
  );
});

/** Without an account the form is sent as it is: the server leads to the sign-in, which then follows. */
const isSignedIn = (): boolean => document.querySelector('[data-unread]') !== null;

async function sendFollow(form: HTMLFormElement, formData: FormData, previous: FollowState): Promise<void> {
  const result = await sendForm<{ followers: number | null; asksDigest?: boolean }>(followsPath, formData);
  const following = formData.get('want') === 'on';
  const button = form.querySelector('button');
  const name = button?.dataset.of ?? '';
  if (result.ok) {
    // A later click may already have changed the state.
    if (button && shownStateOf(button).following === following) showEverywhere(form, { following, followers: result.value.followers });
    if (result.value.asksDigest) askAboutDigest();
    announceResult(form, following ? `You follow ${name}` : `You no longer follow ${name}`, 'sr-only');
    return;
  }
  showEverywhere(form, previous);
  const { text, link } = describeRefusal(result.refusal, window.location.pathname);
  announceResult(form, text, '', link);
}

const shownStateOf = (button: HTMLButtonElement): FollowState => {
  const count = button.querySelector('[data-followers]');
  return { following: button.value === 'off', followers: count ? Number(count.textContent) : null };
};

/** Shows a state on the button of a form, and on others for the same person: a page can list somebody twice. */
function showEverywhere(form: HTMLFormElement, state: FollowState): void {
  const slug = form.querySelector<HTMLInputElement>('input[name="slug"]')?.value;
  const forms = slug === undefined ? [form] : document.querySelectorAll<HTMLFormElement>(`form[action="${followsPath}"]`);
  for (const each of forms)
    if (slug === undefined || each.querySelector<HTMLInputElement>('input[name="slug"]')?.value === slug) showState(each, state);
}

function showState(form: HTMLFormElement, { following, followers }: FollowState): void {
  const button = form.querySelector('button');
  if (!button) return;
  const { of = '', variant } = button.dataset;
  const count = button.querySelector('[data-followers]');
  button.value = following ? 'off' : 'on';
  if (variant === listVariant) button.ariaLabel = listButtonName(following, of);
  else button.className = buttonClass(followButtonVariant(following, parseFollowVariant(variant)));
  button.querySelector('.follow-word')?.replaceChildren(...(following ? wordElements() : ['Follow']));
  if (followers === null || !count) return;
  count.textContent = String(followers);
  const unit = count.nextElementSibling;
  if (unit) unit.textContent = followers === 1 ? ' follower' : ' followers';
  showCounter(followers);
}

/** The same elements as those of `FollowWord`. */
const wordElements = (): HTMLSpanElement[] =>
  followingWords.map((word) => Object.assign(document.createElement('span'), { textContent: word }));

/** Updates the number of followers in the head of the profile. */
function showCounter(followers: number): void {
  const [unit, count] = document.querySelectorAll('[data-counter="followers"] > *');
  if (!unit || !count) return;
  unit.textContent = followers === 1 ? 'follower' : 'followers';
  count.textContent = formatNumber(followers);
}
