import type { Refusal } from '#lib/platform/refusals.ts';

/** Dispatched when the answer to a form has replaced the content of the page. */
export const contentEvent = 'peergraph-content';

/** The result of a form sent to the API; a null refusal if the server was not reached. */
type FormResult<Value> = { ok: true; value: Value } | { ok: false; refusal: Refusal | null };

/** Sends a form to the API, also if the reader leaves the page at once. */
export async function sendForm<Value>(path: string, form: FormData): Promise<FormResult<Value>> {
  const body = new URLSearchParams([...form].map(([name, value]) => [name, String(value)]));
  try {
    const response = await fetch(path, { method: 'POST', body, keepalive: true, headers: { Accept: 'application/json' } });
    return response.ok ? { ok: true, value: await response.json() } : { ok: false, refusal: await response.json() };
  } catch {
    return { ok: false, refusal: null };
  }
}

/** Explains a failure; `back` is where signing in leads back to. */
export function describeRefusal(refusal: Refusal | null, back: string): { text: string; link?: Refusal['link'] } {
  if (!refusal) return { text: 'This did not work. Check your connection, then try again.' };
  const { title, action, link } = refusal;
  const isSignIn = link?.href === '/sign-in';
  return {
    text: `${title}. ${action}`,
    ...(link ? { link: isSignIn ? { ...link, href: `/sign-in?next=${encodeURIComponent(back)}` } : link } : {}),
  };
}

/** Announces the result of a form to screen readers. */
export function announceResult(form: HTMLFormElement, text: string, className: string, link?: { href: string; label: string }): void {
  const message = document.createElement('span');
  message.className = className;
  message.textContent = text;
  const parts: (Node | string)[] = [message];
  if (link) {
    const anchor = document.createElement('a');
    anchor.href = link.href;
    anchor.textContent = link.label;
    parts.push(' ', anchor);
  }
  statusOf(form).replaceChildren(...parts);
}

/** Returns where a form announces its result. A form of a list has it once it is sent, since a list has many forms. */
export function statusOf(form: HTMLFormElement): HTMLElement {
  const present = form.querySelector<HTMLElement>('[role="status"]');
  if (present) return present;
  const status = document.createElement('p');
  status.role = 'status';
  status.className = 'max-w-40 whitespace-normal text-danger text-xs empty:sr-only';
  return form.appendChild(status);
}
