import type { Refusal } from '#lib/platform/refusals.ts';

export const demoRefusals = {
  demo_unavailable: {
    status: 403,
    title: 'This works only in a local demo',
    detail: 'It needs the sample, on this machine, in a browser that has opened the outbox address printed by npm start.',
    action: 'Open that address in this browser, then try again.',
  },
} as const satisfies Record<string, Refusal>;
