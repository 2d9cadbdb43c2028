/**
 * To whom a record is shown. 'unlisted' is a created profile while no proof and no registered source supports it, or a co-author whom only
 * such a profile names. `tests/house` finds these values, and comparisons with them, outside this module.
 */
export type Visibility = VisibilityChoice | 'unlisted';

/** What people may choose for a record, from most to least visible. An unlisted record becomes listed by evidence only. */
export const visibilityChoices = ['visible', 'search_only', 'suppressed'] as const;
export type VisibilityChoice = (typeof visibilityChoices)[number];

/** Why a created profile is listed, or is not; null for all other records. */
export type Listing = 'source' | 'proof' | 'nothing' | 'nothing_search_only' | null;

interface Shown {
  visibility: Visibility;
}

export interface Listed extends Shown {
  listedAs: Listing;
}

export const fullVisibility: VisibilityChoice = 'visible';
/** What a name has that is found by the full name only, without having been hidden. */
export const reducedVisibility: VisibilityChoice = 'search_only';
export const hiddenVisibility: VisibilityChoice = 'suppressed';

export const isHiding = (choice: VisibilityChoice): boolean => choice === 'suppressed';
export const isReduced = ({ visibility }: Shown): boolean => visibility === 'search_only';

export const isVisibilityChoice = (word: string): word is VisibilityChoice => visibilityChoices.some((each) => each === word);

export const isFullyVisible = ({ visibility }: Shown): boolean => visibility === 'visible';
export const isSuppressed = ({ visibility }: Shown): boolean => visibility === 'suppressed';
export const isUnlisted = ({ visibility }: Shown): boolean => visibility === 'unlisted';

/** Whether a record may be shown: it is neither merged nor suppressed. */
export const isVisibleRecord = (row: Shown & { mergedInto: number | null }): boolean => row.mergedInto === null && !isSuppressed(row);

/** Whether one choice shows less than another. */
export const isLessVisible = (wanted: VisibilityChoice, than: VisibilityChoice): boolean =>
  visibilityChoices.indexOf(wanted) > visibilityChoices.indexOf(than);

/**
 * How a confirmed address is tied to a record: a work that has been here for a while prints it at a domain of a registered organisation,
 * which nobody can buy; a work prints it elsewhere; or it is at an institution of the record, which colleagues share.
 */
export type AddressTie = 'printed_ror' | 'printed_email' | 'affiliation';

/** Days for which a work must be here so that an address that it prints acts for the person at once. */
export const minPrintedDays = 90;

/** The ties of addresses that others may share, or that anybody can have printed. */
export const sharedTies: readonly AddressTie[] = ['printed_email', 'affiliation'];

/** Whether a tie shows that the address is the person's own. Other ties only lower the visibility, for a limited time. */
export const isOwnAddress = (tie: AddressTie): boolean => tie === 'printed_ror';

/**
 * Returns the visibility that a confirmed address sets immediately, and whether it ends by itself.
 * @param current the current visibility
 */
export const immediateVisibility = (
  tie: AddressTie,
  wanted: VisibilityChoice,
  current: Visibility,
): { to: VisibilityChoice | null; ends: boolean } => {
  if (isOwnAddress(tie)) return { to: wanted, ends: false };
  return current === 'visible' && wanted !== 'visible' ? { to: 'search_only', ends: true } : { to: null, ends: false };
};

/** Labels of the choices in forms. */
export const visibilityLabels: Record<VisibilityChoice, { label: string; description: string }> = {
  visible: { label: 'Shown', description: 'The profile is in lists, searches and suggestions, and search engines may list it.' },
  search_only: {
    label: 'Found by the full name only',
    description:
      'Anyone who types the full name finds the profile. It is in no list, suggestion or sitemap, and search engines are asked to leave it out.',
  },
  suppressed: {
    label: 'Not shown at all',
    description:
      'The profile, its files and feeds answer as if they did not exist. Author lists say “name withheld”. What the sources say stays with the sources.',
  },
};

/** The fields of a new record. @param unlisted whether only a created profile names the person */
export const newRecordListing = (unlisted: boolean): Listed =>
  unlisted ? { visibility: 'unlisted', listedAs: 'nothing' } : { visibility: 'visible', listedAs: null };

/** The fields that remove a record. */
export const removedRecord = { visibility: 'suppressed' } as const satisfies Shown;

/** Whether a record is a created profile that no registered source supports. */
export const isUnsourcedProfile = ({ listedAs }: { listedAs: Listing }): boolean => listedAs !== null && listedAs !== 'source';

/** Whether new people that only this record names must be unlisted. */
export const namesUnlistedPeople = (row: Listed): boolean => isUnlisted(row) || row.listedAs === 'proof';

/**
 * Returns the fields for a choice. A created profile that is no longer suppressed starts as unlisted; its refresh decides on the listing.
 */
export const chosenListing = (current: Listed | undefined, choice: VisibilityChoice): Partial<Listed> =>
  current && isUnsourcedProfile(current) && isSuppressed(current) && choice !== 'suppressed'
    ? { visibility: 'unlisted', listedAs: choice === 'search_only' ? 'nothing_search_only' : 'nothing' }
    : { visibility: choice };

/** Returns the fields of a created profile by what supports it now. Its owner's choice of search-only stays known while it is unlisted. */
export function supportedListing(current: Listed, support: 'source' | 'proof' | null): Listed {
  const isUnlistedNow = isUnlisted(current);
  const wasSearchOnly = current.visibility === 'search_only' || (isUnlistedNow && current.listedAs === 'nothing_search_only');
  if (support === null) return { visibility: 'unlisted', listedAs: wasSearchOnly ? 'nothing_search_only' : 'nothing' };
  if (!isUnlistedNow) return { visibility: current.visibility, listedAs: support };
  return { visibility: wasSearchOnly ? 'search_only' : 'visible', listedAs: support };
}
