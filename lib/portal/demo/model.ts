import { z } from 'zod';

/** Invented people as whom a visitor of a local demo can continue. The sample creates these accounts. */
export const demoPeople = {
  mara: { accountId: 'sample-mara', name: 'Mara Lindqvist', email: 'mara@example.org' },
  tomas: { accountId: 'sample-tomas', name: 'Tomás Okafor', email: 'tomas@example.org' },
} as const;

export const demoPersonInput = z.enum(['mara', 'tomas']);

/** Invitation that is sent to a visitor who has claimed a profile in the demo. */
export const demoInvitation = {
  purpose: 'dataset',
  message:
    'I am dating a box of field notebooks and would like a second pair of eyes. Shall we compare twenty pages and publish what we agree on?',
} as const;
