/** Lifetime of a sign-in link, its code and the browser's cookie for it, in minutes. */
export const signInLinkMinutes = 10;

/** Letters and digits of the code in the email. */
export const signInCodeLength = 8;
