import type { Purpose } from '#lib/community/invitations/model/purposes.ts';

/** Short titles of purposes, for tags, facets and lists. */
export const purposeTitles: Record<Purpose, string> = {
  'co-author': 'Paper',
  dataset: 'Dataset',
  replication: 'Replication',
  review: 'Review',
  grant: 'Joint proposal',
  supervision: 'Supervision',
  talk: 'Talk',
  other: 'Other',
};
