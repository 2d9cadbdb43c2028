import type { ButtonVariant } from '#components/ui/button-variants.ts';

export const followsPath = '/api/follows';

/** The style of a follow button: `primary` if following is the main action of the page, `plain` elsewhere. */
export type FollowVariant = 'primary' | 'plain';

/** The style of the smaller buttons in lists of people, which have no variants. */
export const listVariant = 'list';

export const followButtonVariant = (following: boolean, variant: FollowVariant): ButtonVariant => (following ? 'on' : variant);

/** Returns the style from its name on a button, for the script that changes the button. */
export const parseFollowVariant = (name: string | undefined): FollowVariant => (name === 'plain' ? 'plain' : 'primary');

/** The words of a button that ends a follow: the first is replaced by the second on hover and focus. */
export const followingWords = ['Following', 'Unfollow'] as const;

/** Returns the accessible name of a follow button in a list, which contains the visible words. */
export const listButtonName = (following: boolean, name: string): string => `${following ? followingWords.join(' ') : 'Follow'} ${name}`;
