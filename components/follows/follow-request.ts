import type { ButtonLook } from '#components/ui/button-looks.ts';
import type { Refusal } from '#lib/platform/refusals.ts';

export const followsPath = '/api/follows';

export const followLook = (following: boolean): ButtonLook => (following ? 'on' : 'primary');

/** What a follow leaves behind; a refusal, or null where the server was not reached. */
type FollowAnswer = { ok: true; followers: number | null } | { ok: false; refusal: Refusal | null };

/** Sends the form to the API. */
export async function sendFollow(form: FormData): Promise<FollowAnswer> {
  const body = new URLSearchParams([...form].map(([name, value]) => [name, String(value)]));
  try {
    const response = await fetch(followsPath, { method: 'POST', body, headers: { Accept: 'application/json' } });
    return response.ok ? { ok: true, ...(await response.json()) } : { ok: false, refusal: await response.json() };
  } catch {
    return { ok: false, refusal: null };
  }
}

/** Why a follow did not go through, in words; `back` is where signing in leads back to. */
export function whyNotFollowed(refusal: Refusal | null, back: string): { text: string; link?: Refusal['link'] } {
  if (!refusal) return { text: 'This did not work. Check your connection, then try again.' };
  const { title, action, link } = refusal;
  const signsIn = link?.href === '/sign-in';
  return {
    text: `${title}. ${action}`,
    ...(link ? { link: signsIn ? { ...link, href: `/sign-in?next=${encodeURIComponent(back)}` } : link } : {}),
  };
}
