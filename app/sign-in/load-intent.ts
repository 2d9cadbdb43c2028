import { loadFollowIntent } from '#lib/community/follows/loaders.ts';
import { loadSaveIntent } from '#lib/community/saved-works/loaders.ts';
import { type SignInIntent, signInIntent } from '#lib/platform/auth/sign-in-intent.ts';

/** Loads the intent of a sign-in from its URL, as form fields, link parameters and text. Omits what cannot be done. */
export async function loadIntent(searchParams: Record<string, unknown>, next: string) {
  const requested = signInIntent.parse(searchParams);
  const follow = requested.follow && (await loadFollowIntent(requested.follow, next));
  const save = requested.save && (await loadSaveIntent(requested.save));
  const fields: Record<string, string> & SignInIntent = { ...(follow && { follow: follow.id }), ...(save && { save: save.id }) };
  const actions = [...(follow ? [`follow ${follow.name}`] : []), ...(save ? [`save “${save.name}”`] : [])];
  return { intent: fields, message: actions.length > 0 ? `After you sign in you will ${actions.join(' and ')}` : null };
}
