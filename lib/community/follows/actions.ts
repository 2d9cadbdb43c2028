'use server';

import { authorRefusals } from '#lib/catalog/authors/refusals.ts';
import { createActions } from '#lib/platform/action.ts';
import { changeFollow } from './commands/change.ts';
import { followChangeInput } from './model.ts';
import { followRefusals } from './refusals.ts';

const { redirectingAction } = createActions({ ...authorRefusals, ...followRefusals });

/** Mutes, unmutes or ends one follow in the account's list. */
export const changeFollowAction = redirectingAction(followChangeInput, changeFollow, (_value, { want }) => `/me/network?follows=${want}`);
