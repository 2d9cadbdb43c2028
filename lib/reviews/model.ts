/** What a person can be asked to decide on. */
export const reviewKinds = ['claim', 'dispute', 'appeal', 'report', 'merge', 'suppression'] as const;
export type ReviewKind = (typeof reviewKinds)[number];

export const isReviewKind = (word: string | undefined): word is ReviewKind => reviewKinds.some((kind) => kind === word);
