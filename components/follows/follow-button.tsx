'use client';

import dynamic from 'next/dynamic';

/** The form comes in a file of its own, so that readers who are not signed in never load what it needs. */
export const FollowButton = dynamic(() => import('./follow-form.tsx').then((file) => file.FollowForm));
