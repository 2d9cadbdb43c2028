import { z } from 'zod';
import { defineProofRule, expiresAfter } from '../proof-rule.ts';

/** `onStaffList`: whether the operator's staff list names the person of the record beside the address. */
const evidence = z.object({ onStaffList: z.boolean().optional() });

/** The confirmed address that the account signs in with. */
export const email = defineProofRule(evidence, {
  family: 'institution',
  by: 'account',
  ...expiresAfter(12),
  repeats: 'unless_counted',
  control: () => 'weak',
  bindings: [],
  subject: () => ({ verifier: 'mail', subject: 'a confirmed address' }),
  logged: ({ onStaffList }) => ({ ...(onStaffList && { onStaffList }) }),
  offer: ({ email }) => ({ maxStrength: 'weak', has: email ? [email] : [], atHand: email !== null }),
  place: 8,
  title: 'Any confirmed email address',
  proofTitle: 'Confirmed email address',
  needs: 'The address you sign in with.',
  strongIf: null,
  neverStrong: 'Never: it is a weak proof.',
  otherwise: (days) =>
    `A weak proof: ${days} days of public notice. If nobody objects in that time, the profile is yours. It counts for a year.`,
  reveals: 'that the profile is claimed, not your address.',
  refusals: {
    needs_confirmed_email: {
      status: 403,
      title: 'Your account has no confirmed email address',
      detail: 'This method needs one, and your account signs in with ORCID.',
      action: 'Claim the profile with ORCID.',
    },
  },
});
