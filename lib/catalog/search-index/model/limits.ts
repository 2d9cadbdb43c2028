/** Upper bound on matches that are counted and filtered, newest first. */
export const maxMatches = 20_000;
/** Above this number of matches, the best `maxTitlesFirst` title matches come first, then the newest of all others. */
export const maxRanked = 8_000;
