import { expect, test } from 'vitest';
import { problemResponse } from '#lib/platform/problem.ts';
import { refusals } from '#lib/portal/refusals.ts';

test('answers with the members of RFC 9457, and keeps its content type whatever headers are added', async () => {
  const response = problemResponse('rate_limited', refusals.rate_limited, {
    detail: 'Specific.',
    headers: { 'Content-Type': 'text/html', 'Referrer-Policy': 'no-referrer' },
  });
  expect(response.status).toBe(429);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  const body = await response.json();
  expect(body).toEqual({
    type: expect.stringMatching(/^https?:\/\/.*\/problems\/rate_limited$/),
    title: refusals.rate_limited.title,
    status: 429,
    detail: 'Specific.',
    code: 'rate_limited',
    action: refusals.rate_limited.action,
  });
});
