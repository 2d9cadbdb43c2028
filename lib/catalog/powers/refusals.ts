import type { Refusal } from '#lib/platform/refusals.ts';

/** Error codes for powers that the level of a profile does not open yet. */
export const powerRefusals = {
  needs_accepted_claim: {
    status: 403,
    title: 'Your claim is not accepted yet',
    detail: 'This needs level L2: a claim to a profile that a source lists, and to which nobody objected.',
    action: 'Wait for the end of the notice, or add a strong proof.',
    link: { href: '/me#claims', label: 'Go to your claims' },
  },
  needs_strong_proof: {
    status: 403,
    title: 'This needs a strong proof',
    detail: 'Your profile is below level L3: its claim rests on a proof that others could show too.',
    action: 'Add a strong proof, such as your ORCID iD. It works at once.',
    link: { href: '/me/records', label: 'Go to your profile' },
  },
  needs_second_proof: {
    status: 403,
    title: 'This needs a second proof',
    detail: 'This needs level L4: proofs of two kinds, one of them by a third party.',
    action: 'Add a proof of another kind.',
    link: { href: '/me/records', label: 'Go to your profile' },
  },
} as const satisfies Record<string, Refusal>;
