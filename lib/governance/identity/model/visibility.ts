import { z } from 'zod';
import { unprovenRequestHours } from '#lib/catalog/powers/model.ts';
import { visibilityChoices } from '#lib/catalog/visibility/model.ts';
import type { Limit } from '#lib/platform/limits.ts';

/** Hours for which a request by an address that others may share lowers the visibility. */
export const visibilityWaitHours = unprovenRequestHours;
/** Days between two requests by shared addresses that take effect on one record, whatever the addresses. */
export const sharedAddressDays = 30;
/** Records of one institution that requests from one network may lower in a day. */
export const institutionLimit: Limit = { times: 2, minutes: 24 * 60 };
/** Days between two requests about one person at risk that take effect. */
export const riskDays = 365;

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
  /** Set if the person is at risk: the affiliations are hidden at once, for a limited time. */
  risk: z.literal('yes').optional(),
});
export type VisibilityInput = z.infer<typeof visibilityInput>;

export const visibilityLinkInput = z.object({ request: z.string().min(1).max(40), code: z.string().regex(/^[0-9a-z]{32}$/) });

/** The id of a notification, and the code in the mail about it. */
export const objectionLinkInput = z.object({ notification: z.string().min(1).max(40), code: z.string().regex(/^[0-9a-z]{32}$/) });
export type ObjectionLinkInput = z.infer<typeof objectionLinkInput>;
