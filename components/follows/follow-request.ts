import type { ButtonVariant } from '#components/ui/button-variants.ts';

export const followsPath = '/api/follows';

/** How a button that follows looks: `primary` where it is what the page asks for, `plain` in lists and beside what is asked for. */
export type FollowVariant = 'primary' | 'plain';

export const followButtonVariant = (following: boolean, variant: FollowVariant): ButtonVariant => (following ? 'on' : variant);

/** The look that a button names, for the script that changes it. */
export const variantNamed = (name: string | undefined): FollowVariant => (name === 'plain' ? 'plain' : 'primary');
