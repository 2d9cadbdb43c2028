/** Minutes that a sign-in link, its code and the browser's part of it live. */
export const signInLinkMinutes = 10;
