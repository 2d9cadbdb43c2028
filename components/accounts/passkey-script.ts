/*
 * Signs in with a passkey from the sign-in page: in one press, or by choosing it where the browser fills in the address. Where the browser
 * cannot read the options by itself (WebAuthn Level 3, section 5.1.8), or something fails, the link leads to the page that explains it.
 */

const link = document.querySelector<HTMLAnchorElement>('main a[href^="/sign-in/passkey"]');
const canRead = 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

async function post(path: string, body: object): Promise<Record<string, unknown> | null> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`/api/auth/passkey/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return response.ok ? response.json() : null;
}

/** The request that waits until the person chooses a passkey in the field of the address. Only one request may be open. */
let waiting = new AbortController();

/**
 * Returns where the sign-in leads: `otherwise` if the server declines; null if the person or the device does.
 * @param request what is asked of the browser besides
 */
async function signIn(link: HTMLAnchorElement, request: Omit<CredentialRequestOptions, 'publicKey'> = {}): Promise<string | null> {
  const { href, searchParams } = new URL(link.href);
  try {
    const options = await post('options', { purpose: 'sign-in' });
    if (!options) return null;
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as PublicKeyCredentialRequestOptionsJSON);
    const credential = await navigator.credentials.get({ publicKey, ...request });
    if (!(credential instanceof PublicKeyCredential)) return null;
    const result = await post('sign-in', { ...Object.fromEntries(searchParams), response: credential.toJSON() });
    return typeof result?.next === 'string' ? result.next : href;
  } catch {
    return null;
  }
}

/** Offers passkeys where the browser fills in the address (WebAuthn Level 3, section 5.1.4). */
async function offerInField(link: HTMLAnchorElement): Promise<void> {
  const { signal } = waiting;
  if (!document.querySelector('main input[autocomplete~="webauthn"]')) return;
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  const next = await signIn(link, { mediation: 'conditional', signal });
  if (next && !signal.aborted) window.location.assign(next);
}

if (link && canRead) {
  void offerInField(link);
  link.addEventListener('click', async (event) => {
    event.preventDefault();
    link.ariaBusy = 'true';
    waiting.abort();
    waiting = new AbortController();
    window.location.assign((await signIn(link)) ?? link.href);
  });
}

export {};
