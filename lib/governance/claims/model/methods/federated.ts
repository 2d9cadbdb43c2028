import { z } from 'zod';
import { refusalLinks } from '#lib/platform/refusals.ts';
import { atAffiliation, type BindingRule, fitsNoNamesake } from '../binding-rules.ts';
import { defineProofRule, expiresAfter, type SharedOfferFacts, strongIf } from '../proof-rule.ts';

const evidence = z.object({
  issuer: z.string(),
  /** The organisation that the issuer asserts the person belongs to; null if none. */
  domain: z.string().nullable(),
  rorId: z.string().nullable(),
  organisation: z.string().nullable(),
  atAffiliation: z.boolean(),
  /** Whether the organisation asserts that a person with one of the record's names belongs to it. */
  asserted: z.boolean(),
  /** Whether the organisation says that the person is staff, and no student. */
  isStaff: z.boolean().default(false),
  /** Whether the operator has limited the domains that the issuer may assert. */
  isBounded: z.boolean().default(false),
  /** Whether another author of that organisation on this site has one of the record's names. */
  fitsNamesake: z.boolean().default(true),
  /** Whether a person with one of the record's names has identity proofing of RAF "medium" or better. */
  assured: z.boolean(),
});

const issuerNamesAuthor: BindingRule<{ asserted: boolean }> = {
  id: 'issuer_names_author',
  text: 'The institution gives a name of this profile with the whole given name. An initial or a short form is not enough.',
  why: 'Your institution gave no name, or one whose given name is not spelled out as on this profile.',
  action: 'Ask your institution to release your name (attributes given_name and family_name), or use another proof.',
  holds: ({ asserted }) => asserted,
  producedBy: ['share_initial'],
};

const issuerSaysStaff: BindingRule<{ isStaff: boolean }> = {
  id: 'issuer_says_staff',
  text: 'The institution says that you are staff, and no student.',
  why: 'Your institution does not say that you are staff. Many students have the name of somebody who works there.',
  action: 'Ask your institution to release eduPersonScopedAffiliation, or use another proof.',
  holds: ({ isStaff }) => isStaff,
  producedBy: ['enrol'],
};

const issuerIsBounded: BindingRule<{ isBounded: boolean }> = {
  id: 'issuer_is_bounded',
  text: 'The operator has set for which domains the login may speak.',
  why: 'The operator of this instance has not set for which institutions this login may speak.',
  action: 'Ask the operator to set “domains” for this login, or use another proof.',
  holds: ({ isBounded }) => isBounded,
  producedBy: ['run_issuer'],
};

interface OfferFacts extends SharedOfferFacts {
  /** Organisations whose login this instance supports. */
  federated: { id: string; name: string }[];
}

/** A login at an organisation. */
export const federated = defineProofRule(evidence, {
  family: 'institution',
  by: 'login',
  ...expiresAfter(12),
  isCheckedAfterMoves: true,
  control: ({ rorId }) => (rorId === null ? 'weak' : 'fair'),
  bindings: [atAffiliation, issuerIsBounded, issuerNamesAuthor, issuerSaysStaff, fitsNoNamesake],
  isThirdParty: ({ rorId, isBounded }) => rorId !== null && isBounded,
  subject: ({ issuer, organisation }) => ({ verifier: new URL(issuer).host, subject: organisation ?? 'an organisation’s login' }),
  logged: ({ rorId, asserted, assured, isBounded }) => ({
    ...(rorId !== null && { rorId }),
    ...(asserted && isBounded && { asserted }),
    ...(assured && { assured }),
  }),
  targetOf: ({ issuer }) => issuer,
  offer: ({ federated, isAffiliated }: OfferFacts) => ({
    maxStrength: strongIf(isAffiliated),
    organisations: federated,
    isUnavailable: federated.length === 0,
  }),
  place: 3,
  lacking: { code: 'no_federation', owner: 'instance', label: 'a login at your institution' },
  step: 'assured',
  title: 'Your institution’s login',
  proofTitle: 'Login of an institution',
  needs: 'Sign in at your institution. It tells us that you belong to it and how well it knows who you are. About a minute.',
  strongIf:
    'the institution is an affiliation of this profile, says that you are staff, and gives your full name, which no other author there has.',
  otherwise: (days) => `Otherwise fair or weak: ${days} days of public notice.`,
  reveals: 'which institution it was, and whether it has checked who you are. Never your login or your name there.',
  refusals: {
    federated_of_another_account: {
      title: 'This login is connected to another account',
      detail: 'The same person of this organisation is connected to another account here.',
      action: 'If that account is yours, sign in to it and disconnect the login there first.',
      link: refusalLinks.security,
    },
    another_federated_linked: {
      title: 'Your account is connected to another person of this organisation',
      detail: 'An account can be connected to one person of each organisation.',
      action: 'Disconnect that login in your security settings, then connect this one.',
      link: refusalLinks.security,
    },
    federated_not_linked: {
      status: 404,
      title: 'This login is not connected to your account',
      detail: 'It was perhaps disconnected in another tab.',
      action: 'Check your security settings.',
      link: refusalLinks.security,
    },
  },
});
