import { afterEach, describe, expect, test, vi } from 'vitest';
import { followsPath } from '#components/follows/follow-request.ts';
import { describeRefusal, sendForm } from '#components/site/send-form.ts';
import { statusOf } from '#lib/platform/refusals.ts';
import { refusals } from '#lib/portal/refusals.ts';

afterEach(() => vi.unstubAllGlobals());

/** Returns the error message of a follow for a server response. */
async function followFailure(answers: () => Promise<Response>) {
  vi.stubGlobal('fetch', answers);
  const answer = await sendForm(followsPath, new FormData());
  if (answer.ok) throw new Error('It went through.');
  return describeRefusal(answer.refusal, '/authors/noor');
}
const refused = async (code: 'not_signed_in' | 'own_record') => Response.json(refusals[code], { status: statusOf(refusals[code]) });

describe('a failed follow', () => {
  test('asks to sign in if the session has ended, and returns to the record', async () => {
    const shown = await followFailure(() => refused('not_signed_in'));
    expect(shown.text).toContain('Sign in to continue');
    expect(shown.link).toEqual({ href: '/sign-in?next=%2Fauthors%2Fnoor', label: 'Sign in' });
  });

  test('shows any other refusal with its own message', async () => {
    expect(await followFailure(() => refused('own_record'))).toEqual({
      text: 'This is your own profile. You already receive its changes.',
    });
  });

  test('reports if the server is unreachable, or answers without JSON', async () => {
    for (const answers of [() => Promise.reject(new TypeError('Failed to fetch')), async () => new Response('<html>', { status: 502 })])
      expect(await followFailure(answers)).toEqual({ text: 'This did not work. Check your connection, then try again.' });
  });
});
