/*
 * Signs in with a passkey from the sign-in page, in one press. Where the browser cannot read the options by itself (WebAuthn Level 3,
 * section 5.1.8), or something fails, the link leads to the page that explains it.
 */

const link = document.querySelector<HTMLAnchorElement>('main a[href^="/sign-in/passkey"]');
const canRead = 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

async function post(path: string, body: object): Promise<Record<string, unknown> | null> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`/api/auth/passkey/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return response.ok ? response.json() : null;
}

/** Returns where the sign-in leads; null if the person, the device or the server declines. */
async function signIn(intent: Record<string, string>): Promise<string | null> {
  try {
    const options = await post('options', { purpose: 'sign-in' });
    if (!options) return null;
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as PublicKeyCredentialRequestOptionsJSON);
    const credential = await navigator.credentials.get({ publicKey });
    if (!(credential instanceof PublicKeyCredential)) return null;
    const result = await post('sign-in', { ...intent, response: credential.toJSON() });
    return typeof result?.next === 'string' ? result.next : null;
  } catch {
    return null;
  }
}

if (link && canRead)
  link.addEventListener('click', async (event) => {
    event.preventDefault();
    link.ariaBusy = 'true';
    const { href, searchParams } = new URL(link.href);
    window.location.assign((await signIn(Object.fromEntries(searchParams))) ?? href);
  });

export {};
