import { loadFollowIntent } from '#lib/community/follows/loaders.ts';
import { loadSaveIntent } from '#lib/community/saved-works/loaders.ts';
import { type SignInIntent, signInIntent } from '#lib/platform/auth/sign-in-intent.ts';

/** Loads the intent of a sign-in from its URL, as form fields, link parameters and text. Omits what cannot be done. */
export async function loadIntent(searchParams: Record<string, unknown>, next: string) {
  const asked = signInIntent.parse(searchParams);
  const follow = asked.follow && (await loadFollowIntent(asked.follow, next));
  const save = asked.save && (await loadSaveIntent(asked.save));
  const fields: Record<string, string> & SignInIntent = { ...(follow && { follow: follow.id }), ...(save && { save: save.id }) };
  const done = [...(follow ? [`follow ${follow.name}`] : []), ...(save ? [`save “${save.name}”`] : [])];
  return { intent: fields, message: done.length > 0 ? `After you sign in you will ${done.join(' and ')}` : null };
}
