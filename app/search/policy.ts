import type { RoutePolicy } from '#lib/portal/pages/model/route-policy.ts';

export const policy: RoutePolicy = {
  cached: { by: ['q', 'kind', 'after', 'claim', 'topic', 'institution', 'from', 'to', 'type', 'source', 'venue', 'code', 'sort'] },
};
