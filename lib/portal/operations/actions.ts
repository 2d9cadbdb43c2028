'use server';

import { allowClaim } from '#lib/governance/claims/commands/brakes.ts';
import { claimIdInput } from '#lib/governance/claims/model/claim.ts';
import { claimRefusals } from '#lib/governance/claims/refusals.ts';
import { createActions } from '#lib/platform/action.ts';
import { decisionRefusals } from '#lib/portal/decisions/refusals.ts';
import { announce as announceTo, endAnnouncement, retryJob } from './commands.ts';
import { announcementInput, idInput } from './model/operations.ts';
import { operationRefusals } from './refusals.ts';

const { redirectingAction } = createActions({ ...claimRefusals, ...decisionRefusals, ...operationRefusals });

export const announce = redirectingAction(announcementInput, announceTo, '/admin?announcements=added');

export const removeAnnouncement = redirectingAction(idInput, endAnnouncement, '/admin?announcements=ended');

export const retryFailedJob = redirectingAction(idInput, retryJob, '/admin?jobs=retried');

export const allowWaitingClaim = redirectingAction(claimIdInput, allowClaim, '/admin?unusual=allowed');
