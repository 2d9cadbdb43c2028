import type { Refusal } from '#lib/platform/refusals.ts';

/** Sends `authorId` and `want` ('on' or 'off'); answers with the standing after it. */
export type FollowAction = (form: FormData) => Promise<{ ok: true; value: { followers: number | null } } | { ok: false; refusal: Refusal }>;

export const followsPath = '/api/follows';

/** Sends the form to the API. */
export const sendFollow: FollowAction = async (form) => {
  const body = new URLSearchParams([...form].map(([name, value]) => [name, String(value)]));
  const response = await fetch(followsPath, { method: 'POST', body, headers: { Accept: 'application/json' } });
  return response.ok ? { ok: true, value: await response.json() } : { ok: false, refusal: await response.json() };
};

class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.title);
    this.refusal = refusal;
  }
}

/** How a follow is sent. Also where the browser takes itself for offline: it then fails at once, and does not wait unseen. */
export const followRequest = (authorId: string, action: FollowAction) => ({
  scope: { id: `follow ${authorId}` },
  networkMode: 'always' as const,
  mutationFn: async (form: FormData) => {
    const outcome = await action(form);
    if (!outcome.ok) throw new Refused(outcome.refusal);
    return outcome.value;
  },
});

/** Why a follow did not go through, in words; `back` is where signing in leads back to. */
export function whyNotFollowed(error: Error, back: string): { text: string; link?: Refusal['link'] } {
  if (!(error instanceof Refused)) return { text: 'This did not work. Check your connection, then try again.' };
  const { title, action, link } = error.refusal;
  const signsIn = link?.href === '/sign-in';
  return {
    text: `${title}. ${action}`,
    ...(link ? { link: signsIn ? { ...link, href: `/sign-in?next=${encodeURIComponent(back)}` } : link } : {}),
  };
}
