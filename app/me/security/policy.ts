import type { RoutePolicy } from '#lib/portal/pages/model/route-policy.ts';

/** Passkeys need the script of the framework. */
export const policy: RoutePolicy = { drawnFor: 'nobody' };
