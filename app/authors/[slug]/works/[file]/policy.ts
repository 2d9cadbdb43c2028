import type { RoutePolicy } from '#lib/portal/pages/model/route-policy.ts';

export const policy: RoutePolicy = {
  cached: {
    by: [
      'after',
      'from',
      'to',
      'type',
      'source',
      'category',
      'venue',
      'publisher',
      'series',
      'retracted',
      'code',
      'order',
      'abstracts',
      'select',
    ],
  },
};
