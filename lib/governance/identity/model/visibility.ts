import { z } from 'zod';
import { visibilityChoices } from '#lib/catalog/visibility/model.ts';
import type { Limit } from '#lib/platform/limits.ts';

/** Hours in which reviewers can stop a request by an institutional address. */
export const visibilityWaitHours = 72;

/** Hours for which an emailed link works, once. */
export const visibilityLinkHours = 24;
export const visibilityNetworkLimit: Limit = { times: 10, minutes: 60 };
export const visibilityMailLimit: Limit = { times: 5, minutes: 60 };

export const visibilityInput = z.object({
  /** URL, slug or id of the record, as entered. */
  record: z.string().trim().min(1, 'Give the address of the profile.').max(300),
  wanted: z.enum(visibilityChoices, { error: 'Choose what should be shown.' }),
  email: z.string().trim().max(254).optional(),
  reason: z.string().trim().max(1000).optional(),
});
export type VisibilityInput = z.infer<typeof visibilityInput>;

export const visibilityLinkInput = z.object({ request: z.string().min(1).max(40), code: z.string().regex(/^[0-9a-z]{32}$/) });
