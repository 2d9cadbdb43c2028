import { reportCooldownDays, revertDays } from '#lib/community/limits.ts';
/** Reasons for a decision. The parties read each sentence: it states what was found and blames nobody. */
export const decisionReasons = {
  proof_holds: 'What was shown ties the account to this profile.',
  objection_fails: 'The objection rests on something that is not about this profile.',
  not_tied: 'Nothing shown so far ties the account to these works.',
  rival_proof: 'Somebody else has shown stronger proof for the same works.',
  owner_proof: 'The owner has shown the stronger proof.',
  other_person: 'What was shown is about another person of this name.',
  several_people: 'The profile holds works of several people, so nobody can own the whole of it.',
  impersonation: 'What was shown was made to look like another person’s.',
  new_facts: 'The appeal shows something that was not known before.',
  overlooked: 'The first decision had overlooked something.',
  nothing_new: 'The appeal shows nothing that was not weighed before.',
  changed_since: 'What it was about has changed since, so nothing is left to decide.',
  mixed_works: 'Some of the works are by somebody else of this name.',
  one_person: 'The works fit one person: co-authors, places or subjects tie them together.',
  fact_wrong: 'What was shown here was wrong.',
  work_missing: 'The work exists and was missing here.',
  same: 'Both are the same.',
  not_same: 'They are two, not one.',
  source_agrees: 'The sources say what is shown here.',
  put_right: 'It has been corrected in the meantime.',
  authors_agree: 'Authors of the work agree.',
  cannot_check: 'Nothing that could be checked bears it out.',
  misuse_found: 'The message was not about collaboration.',
  fair_invitation: 'What was written is an invitation or a conversation like others.',
  theirs_to_ask: 'The person who asked has shown that the profile is theirs.',
  not_theirs: 'The person who asked has not shown that the profile is theirs.',
} as const satisfies Record<string, string>;

export type DecisionReason = keyof typeof decisionReasons;

/** What happens next after a decision, shown with the reason. */
export const remedies = {
  nothing_to_do: 'There is nothing more to do.',
  show_strong_proof:
    'Show a strong proof: an ORCID iD to which a publisher or Crossref has added one of these works, or an address at the institution that is made of your name.',
  ask_coauthors: 'Ask two co-authors who have claimed their profiles to confirm you.',
  claim_other: 'Look for the profile with your own works, and claim that one.',
  split_first: 'Ask for the works to be split (“Report a problem” on its page), then claim the part that is yours.',
  flag_stays: 'The doubt stays on the profile until the works are split.',
  corrected: 'It is corrected here.',
  suggest_correction: 'A correction of it can be suggested on the page of the work or the profile, and is decided there.',
  source_shown: 'What the source says now is shown.',
  suggest_again: 'If you know where it can be checked, suggest it again with that address.',
  source_told: 'The source was told; the page follows once it is fixed there.',
  tell_source: 'Tell the source itself: this site shows what it says.',
  work_added: 'The work is listed now.',
  work_with_import: 'It is listed with the next import of its source.',
  merge_follows: 'The two will be merged.',
  report_again: 'If you know where it can be checked, report it again with that address.',
  record_frozen: 'The profile is frozen until it is known whose it is.',
  undo_30_days: `It can be undone for ${revertDays} days.`,
  show_works: 'Propose it again with what tells the people apart: co-authors, affiliations, years.',
  show_link: 'Propose it again with a work or an identifier that both share.',
  writer_paused: `Anyone who wrote it can send no invitations for ${reportCooldownDays} days.`,
  block_them: 'You can hear no more from somebody at any time, without giving a reason.',
  other_proof: 'Ask again with another proof: an ORCID iD, or an address that a work of the profile prints.',
} as const satisfies Record<string, string>;

export type Remedy = keyof typeof remedies;

const isKeyOf = <Words extends object>(words: Words, word: string | null | undefined): word is keyof Words & string =>
  typeof word === 'string' && Object.hasOwn(words, word);

/** Returns the sentence of a stored reason, or an empty string for an unknown one (from an older list). */
export const reasonSentence = (word: string | null | undefined): string => (isKeyOf(decisionReasons, word) ? decisionReasons[word] : '');

/** Returns the sentence of a stored remedy, or an empty string for an unknown one (from an older list). */
export const remedySentence = (word: string | null | undefined): string => (isKeyOf(remedies, word) ? remedies[word] : '');
