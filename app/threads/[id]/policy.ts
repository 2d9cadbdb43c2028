import type { RoutePolicy } from '#lib/portal/pages/model/route-policy.ts';

export const policy: RoutePolicy = { drawnFor: 'member', script: 'live' };
