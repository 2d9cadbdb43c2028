import { z } from 'zod';
import { defineProofRule, recheckedWeekly } from '../proof-rule.ts';

/** An employment that the organisation itself has added to the ORCID record of the account's iD. */
export const orcidEmployment = defineProofRule(z.object({ orcid: z.string(), rorId: z.string(), organisation: z.string() }), {
  family: 'registry',
  by: 'account',
  ...recheckedWeekly,
  months: 24,
  bindings: [],
  isThirdParty: () => true,
  subject: ({ orcid, organisation }) => ({ verifier: 'orcid.org', subject: `${organisation}, on ${orcid}` }),
  logged: ({ rorId }) => ({ rorId, asserted: true }),
  targetOf: ({ orcid }) => orcid,
  orcidOf: ({ orcid }) => orcid,
  offer: ({ orcid, orcidSetUp }) => ({ maxStrength: 'fair', has: orcid ? [orcid] : [], isUnavailable: !orcidSetUp }),
  place: 6,
  lacking: { code: 'not_set_up', owner: 'instance', label: 'ORCID' },
  title: 'Your institution’s entry on your ORCID record',
  proofTitle: 'Employment on ORCID, written by the institution',
  needs: 'Nothing more than your ORCID iD, if your institution has written your employment on it itself. A moment.',
  strongIf: null,
  neverStrong: 'Never: it says where somebody of this name works, not which works are theirs. It is a fair proof.',
  otherwise: (days) =>
    `A fair proof, if that institution is an affiliation of this profile or of one of its works: ${days} days of public notice if the profile is not yours yet.`,
  reveals: 'your iD, and which institution it is.',
  refusals: {
    no_employment: {
      status: 403,
      title: 'No institution of this profile has confirmed your employment on ORCID',
      detail: 'The institution itself must add a current employment to your public ORCID record. Your name there must match this profile.',
      action: 'Ask your institution whether it writes to ORCID, or choose another method.',
    },
  },
});
