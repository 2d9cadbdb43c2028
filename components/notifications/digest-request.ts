export const digestPath = '/api/digest';

/** The answers, weekly first. */
export const digestChoiceLabels = { weekly: 'Weekly', daily: 'Daily', off: 'No email' } as const;

export const digestQuestion = 'New works of what you follow, by email on Mondays at 8:00, or every day at 8:00?';
