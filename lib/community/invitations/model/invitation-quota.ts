export const invitationDays = 30;

export const maxOpenFromStrangers = 5;

/** Invitations that a record of this level may send in a rolling week. */
export const weeklyQuota = (level: number): number => (level >= 4 ? 20 : level === 3 ? 10 : level === 2 ? 3 : 0);
