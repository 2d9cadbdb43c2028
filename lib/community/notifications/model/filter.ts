import { type NotificationKind, notificationKinds, notificationSpec } from './notification.ts';
import { notificationGroups } from './notification-text.ts';

/** A subset of the notifications: the unread ones, or those of one group. */
export interface NotificationFilter {
  /** The value in URLs: "claims-and-proofs". */
  key: string;
  label: string;
  /** Null for all kinds. */
  kinds: readonly NotificationKind[] | null;
}

export const notificationFilters: readonly NotificationFilter[] = [
  { key: 'unread', label: 'Unread', kinds: null },
  ...notificationGroups.map((group) => ({
    key: group.toLowerCase().replaceAll(' ', '-'),
    label: group,
    kinds: notificationKinds.filter((kind) => notificationSpec(kind).group === group),
  })),
];

/** Returns the filter with a key; null, for all notifications, if the key is missing or unknown. */
export const parseNotificationFilter = (key: string | undefined): NotificationFilter | null =>
  notificationFilters.find((filter) => filter.key === key) ?? null;
