import type { ImpostorAct } from './impostor-acts.ts';

/**
 * A condition under which somebody other than the claimant connects the controlled thing to this author. A proof of control is strong only
 * if all conditions of its method hold. Otherwise it is at most fair, and needs the public notice.
 */
export interface BindingRule<Facts> {
  id: string;
  /** The condition in words, for the method page. */
  text: string;
  /** Why a proof that does not meet it is not strong, and what its owner can do. */
  why: string;
  action: string;
  holds: (facts: Facts) => boolean;
  /** The acts of others that produce its facts as far as they can: what it must withstand. */
  producedBy: readonly [ImpostorAct, ...ImpostorAct[]];
}

export const atAffiliation: BindingRule<{ atAffiliation: boolean }> = {
  id: 'at_affiliation',
  text: 'The institution is an affiliation of this profile or of one of its works.',
  why: 'No work of this profile names this institution.',
  action: 'Use an address or login of an institution that is printed on one of these works, or another proof.',
  holds: (facts) => facts.atAffiliation,
  producedBy: ['work_elsewhere'],
};

export const fitsNoNamesake: BindingRule<{ fitsNamesake: boolean }> = {
  id: 'fits_no_namesake',
  text: 'The name fits no other author of that institution here.',
  why: 'Another author of this institution has the same name.',
  action: 'Use a proof that tells the two of you apart, such as your ORCID iD.',
  holds: ({ fitsNamesake }) => !fitsNamesake,
  producedBy: ['share_name'],
};
