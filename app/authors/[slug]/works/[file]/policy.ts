import { selectionParameters } from '#lib/catalog/works/model/list/selection.ts';
import type { RoutePolicy } from '#lib/portal/pages/model/route-policy.ts';

export const policy: RoutePolicy = {
  cached: {
    by: ['after', ...selectionParameters, 'abstracts', 'select'],
  },
};
