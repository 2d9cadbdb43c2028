/** Purposes of an invitation, and what an owner can be open to. */
export const purposes = {
  'co-author': 'writing a paper together',
  dataset: 'building or sharing a dataset',
  replication: 'replicating a result',
  review: 'review of a draft',
  grant: 'a grant proposal',
  supervision: 'supervision',
  talk: 'a talk or a visit',
  other: 'something else',
} as const;
export type Purpose = keyof typeof purposes;
export const purposeIds = Object.keys(purposes) as [Purpose, ...Purpose[]];
export const isPurpose = (word: string): word is Purpose => Object.hasOwn(purposes, word);

/** The time that an invitation asks for. */
export const expectedTimes = {
  hours: 'a few hours',
  days: 'a few days',
  weeks: 'a few weeks, beside other work',
  months: 'some months, beside other work',
  year: 'a year or longer',
} as const;
export type ExpectedTime = keyof typeof expectedTimes;
export const expectedTimeIds = Object.keys(expectedTimes) as [ExpectedTime, ...ExpectedTime[]];

/** Optional reasons for declining. */
export const declineReasons = {
  no_time: 'no time at the moment',
  not_my_field: 'not my field',
  already_working_on_it: 'already working on this with others',
  ask_later: 'ask again another time',
} as const;
export type DeclineReason = keyof typeof declineReasons;
export const declineReasonIds = Object.keys(declineReasons) as [DeclineReason, ...DeclineReason[]];
