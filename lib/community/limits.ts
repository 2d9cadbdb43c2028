/** Periods of the modules of community and governance that texts of lower modules state too. They run anywhere. */

/** Days between the request of an erasure and the erasure. */
export const erasureDays = 3;
/** Hours between a recovery and its second link, in which the account can stop it. */
export const recoveryWaitHours = 72;
/** Hours between the confirmation of a new address and the change. */
export const addressWaitHours = 72;

/** Days after which an unanswered invitation expires. */
export const invitationDays = 30;
/** Days after a decline in which the same sender cannot invite this recipient. */
export const declineCooldownDays = 90;
/** Days without invitations after a report is upheld, from the decision. */
export const reportCooldownDays = 90;

/** Failed rechecks in a row after which a proof no longer counts. */
export const maxFailedRechecks = 7;
/** Days after a decision in which an appeal can be filed. */
export const appealDays = 30;
/** Years in which a joint work makes a reviewer too close to a party, or to another voter. */
export const jointWorkYears = 5;
/** Days in which an appointment ties a reviewer to the admin who made it, where they decide whose a profile is. */
export const appointmentTieDays = 90;
/** Days in which a merge or split can be undone. */
export const revertDays = 30;

/** Days after which a freeze, or the pause of a notice, ends without a decision. */
export const freezeDays = 14;
/** Days after which a strong proof gets a record whose owner has shown none. */
export const suspensionDays = 7;
