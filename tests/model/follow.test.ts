import { MutationObserver, onlineManager, QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, test } from 'vitest';
import { type FollowAction, followRequest, whyNotFollowed } from '#components/follows/follow-request.ts';
import { refusals } from '#lib/portal/refusals.ts';

afterEach(() => onlineManager.setOnline(true));

const failure = async (action: FollowAction): Promise<Error> => {
  const observer = new MutationObserver(new QueryClient(), followRequest('noor', action));
  const failed = await observer.mutate(new FormData()).catch((error: unknown) => error);
  if (!(failed instanceof Error)) throw new Error('It went through.');
  return failed;
};

describe('a follow that does not go through', () => {
  test('says to sign in where the session has ended, and leads back to the record', async () => {
    const told = whyNotFollowed(await failure(async () => ({ ok: false, refusal: refusals.not_signed_in })), '/authors/noor');
    expect(told.text).toContain('Sign in to continue');
    expect(told.link).toEqual({ href: '/sign-in?next=%2Fauthors%2Fnoor', label: 'Sign in' });
  });

  test('tells any other refusal in its own words', async () => {
    const told = whyNotFollowed(await failure(async () => ({ ok: false, refusal: refusals.own_record })), '/authors/noor');
    expect(told).toEqual({ text: 'This is your own profile. You already receive its changes.' });
  });

  test('fails at once where the browser is offline, and does not wait', async () => {
    onlineManager.setOnline(false);
    const told = whyNotFollowed(await failure(() => Promise.reject(new TypeError('Failed to fetch'))), '/authors/noor');
    expect(told).toEqual({ text: 'This did not work. Check your connection, then try again.' });
  });
});
