import type { ButtonLook } from '#components/ui/button-looks.ts';

export const followsPath = '/api/follows';

export const followLook = (following: boolean): ButtonLook => (following ? 'on' : 'primary');
