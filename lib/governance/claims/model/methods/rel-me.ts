import { z } from 'zod';
import { loggedOwner, ownerBasis, ownerBindings, ownerEvidence } from '../domain-owner.ts';
import { defineProofRule, recheckedWeekly, strongIf } from '../proof-rule.ts';

/** A page that names the person and links back with `rel="me"`. */
export const relMe = defineProofRule(z.object({ page: z.string(), ...ownerEvidence }), {
  family: 'own_web',
  by: 'probe',
  ...recheckedWeekly,
  bindings: ownerBindings,
  subject: ({ page }) => ({ verifier: new URL(page).host, subject: page }),
  logged: loggedOwner,
  offer: ({ canNamePages }) => ({ maxStrength: strongIf(canNamePages) }),
  place: 7,
  title: 'Your own web page',
  proofTitle: 'Own web page, linked both ways',
  needs: 'Add a link on your home page. A few minutes.',
  strongIf: 'your proven ORCID iD lists the page as yours and its domain has not changed hands since.',
  otherwise: (days) => `Otherwise fair: ${days} days of public notice.`,
  reveals: 'the address of the page. The profile links back to it.',
  basis: ownerBasis,
  failures: {
    no_link_back: {
      missing: 'The page has no link with rel="me" to this profile.',
      next: 'Copy the line below into the page as it is. A link that only a script adds is not seen.',
    },
    name_missing: {
      missing: 'The page does not have the name of this profile in its text.',
      next: 'Write the name on the page as the profile writes it.',
    },
  },
  refusals: {
    bad_page: {
      status: 400,
      title: 'This web address is invalid',
      detail: 'We need a public page of your own. Its address starts with https://.',
      action: 'Enter the whole address of the page.',
    },
  },
});
