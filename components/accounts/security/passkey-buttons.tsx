'use client';

import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { type FormEvent, useEffect, useState } from 'react';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import type { SignInIntent } from '#lib/platform/auth/sign-in-intent.ts';
import type { Refusal } from '#lib/platform/refusals.ts';

type ApiResult = { ok: true; body: Record<string, unknown> } | { ok: false; problem: Refusal | null };

async function post(path: string, body: object): Promise<ApiResult> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`/api/auth/passkey/${path}`, init).catch(() => null);
  const content = await response?.json().catch(() => null);
  if (response?.ok) return { ok: true, body: content ?? {} };
  return { ok: false, problem: typeof content?.code === 'string' ? content : null };
}

/** Returns what the device created or signed; null if the person or the device declined. */
const deviceResultOf = <Value,>(operation: Promise<Value>): Promise<Value | null> => operation.catch(() => null);

/** Null on the server and until the script runs, so that the button is not enabled before it works. */
function useHasPasskeys(): boolean | null {
  const [hasPasskeys, setHasPasskeys] = useState<boolean | null>(null);
  useEffect(() => setHasPasskeys('PublicKeyCredential' in window), []);
  return hasPasskeys;
}

/** Explains a button that stays disabled, for example in the browser that a mail app contains. */
const NoPasskeys = () => <p className="text-sm text-soft">This browser does not support passkeys. Use another one.</p>;

interface ErrorProps {
  /** Shown if the device or the network does not respond. */
  failed: Refusal;
}

/** Adds a passkey by WebAuthn. */
export function AddPasskey({ failed }: ErrorProps) {
  const hasPasskeys = useHasPasskeys();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '');
    setBusy(true);
    setRefusal(await registerPasskey(name, failed));
    setBusy(false);
  };
  return (
    <form onSubmit={add} className="space-y-3">
      {refusal && <RefusalNotice refusal={refusal} back="/me/security" />}
      <Field name="name" id="passkey-name" label="Name of the new passkey" required maxLength={60} />
      <Button disabled={!hasPasskeys || busy}>Add a passkey</Button>
      {hasPasskeys === false && <NoPasskeys />}
    </form>
  );
}

/** Adds a passkey and redirects; returns the refusal on failure. */
async function registerPasskey(name: string, failed: Refusal): Promise<Refusal | null> {
  const options = await post('options', { purpose: 'add' });
  if (!options.ok) return options.problem ?? failed;
  const optionsJSON = options.body as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const response = await deviceResultOf(startRegistration({ optionsJSON }));
  if (!response) return failed;
  const result = await post('add', { name, response });
  if (!result.ok) return result.problem ?? failed;
  window.location.assign('/me/security?saved=passkey-added');
  return null;
}

/** Signs in with a passkey on the device. */
export function SignInWithPasskey({ next, intent, failed }: ErrorProps & { next: string; intent: SignInIntent }) {
  const hasPasskeys = useHasPasskeys();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const signIn = async () => {
    setBusy(true);
    setRefusal(await signInWithDevice(next, intent, failed));
    setBusy(false);
  };
  return (
    <div className="space-y-4">
      {refusal && <RefusalNotice refusal={refusal} back={next} />}
      <Button type="button" variant="primary" onClick={signIn} disabled={!hasPasskeys || busy}>
        Sign in with a passkey
      </Button>
      {hasPasskeys === false && <NoPasskeys />}
    </div>
  );
}

/** Signs in and redirects; returns the refusal on failure. */
async function signInWithDevice(next: string, intent: SignInIntent, failed: Refusal): Promise<Refusal | null> {
  const options = await post('options', { purpose: 'sign-in' });
  if (!options.ok) return options.problem ?? failed;
  const optionsJSON = options.body as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const response = await deviceResultOf(startAuthentication({ optionsJSON }));
  if (!response) return failed;
  const result = await post('sign-in', { next, ...intent, response });
  if (!result.ok) return result.problem ?? failed;
  window.location.assign(String(result.body.next ?? '/me'));
  return null;
}
