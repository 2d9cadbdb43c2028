export const digestPath = '/api/digest';

/** The answers, weekly first. */
export const digestChoiceLabels = { weekly: 'Weekly', daily: 'Daily', off: 'No e-mail' } as const;

export const digestQuestion = 'New works of what you follow, by e-mail on Mondays at 8:00, or every day at 8:00?';
