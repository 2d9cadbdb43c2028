import type { ButtonLook } from '#components/ui/button-looks.ts';

export const followsPath = '/api/follows';

/** How a button that follows looks: `primary` where it is what the page asks for, `plain` in lists and beside what is asked for. */
export type FollowLook = 'primary' | 'plain';

export const followLook = (following: boolean, look: FollowLook): ButtonLook => (following ? 'on' : look);

/** The look that a button names, for the script that changes it. */
export const lookNamed = (name: string | undefined): FollowLook => (name === 'plain' ? 'plain' : 'primary');
