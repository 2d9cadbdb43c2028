import { z } from 'zod';

export const visibilities = ['visible', 'search_only', 'suppressed'] as const;
export type Visibility = (typeof visibilities)[number];

export const isVisibility = (word: string): word is Visibility => visibilities.some((each) => each === word);

/** Whether one choice shows less than another. */
export const isLessVisible = (wanted: Visibility, than: Visibility): boolean => visibilities.indexOf(wanted) > visibilities.indexOf(than);

/** Labels of the choices in forms. */
export const visibilityLabels: Record<Visibility, { label: string; description: string }> = {
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

/** Hours in which reviewers can stop a request by an institutional address. */
export const visibilityWaitHours = 72;

/**
 * Returns the visibility that a confirmed address sets immediately. A printed address is the person's own. An institutional address may be
 * a colleague's: a name to be hidden is at first found only by the full name.
 * @param by how the address is tied to the record
 * @param current the current visibility
 */
export const immediateVisibility = (by: string, wanted: Visibility, current: string): Visibility =>
  by === 'affiliation' && wanted === 'suppressed' && current !== 'suppressed' ? 'search_only' : wanted;

/** Hours for which an emailed link works, once. */
export const visibilityLinkHours = 24;

export const visibilityInput = z.object({
  /** URL, slug or id of the record, as entered. */
  record: z.string().trim().min(1, 'Give the address of the profile.').max(300),
  wanted: z.enum(visibilities, { error: 'Choose what should be shown.' }),
  email: z.string().trim().max(254).optional(),
  reason: z.string().trim().max(1000, 'Up to 1000 characters.').optional(),
});
export type VisibilityInput = z.infer<typeof visibilityInput>;

export const visibilityLinkInput = z.object({ request: z.string().min(1).max(40), code: z.string().regex(/^[0-9a-z]{32}$/) });
