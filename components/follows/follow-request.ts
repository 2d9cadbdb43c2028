import type { ButtonVariant } from '#components/ui/button-variants.ts';

export const followsPath = '/api/follows';

/** The style of a follow button: `primary` if following is the main action of the page, `plain` in lists and elsewhere. */
export type FollowVariant = 'primary' | 'plain';

export const followButtonVariant = (following: boolean, variant: FollowVariant): ButtonVariant => (following ? 'on' : variant);

/** Returns the style from its name on a button, for the script that changes the button. */
export const parseFollowVariant = (name: string | undefined): FollowVariant => (name === 'plain' ? 'plain' : 'primary');
