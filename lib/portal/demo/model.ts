import { z } from 'zod';

/** The invented people of the sample as whom a visitor of a local demo can continue. The sample gives them these accounts. */
export const demoPeople = {
  mara: { accountId: 'sample-mara', name: 'Mara Lindqvist', email: 'mara@example.org' },
  tomas: { accountId: 'sample-tomas', name: 'Tomás Okafor', email: 'tomas@example.org' },
} as const;

export const demoPersonInput = z.enum(['mara', 'tomas']);

/** What an owner of the demo is asked for: the invitation that waits for a person who has claimed a profile. */
export const demoInvitation = {
  purpose: 'dataset',
  message:
    'I am dating a box of field notebooks and would like a second pair of eyes. Shall we compare twenty pages and publish what we agree on?',
} as const;
