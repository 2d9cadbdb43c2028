import { type NotificationKind, notificationKinds, notificationSpec } from './notification.ts';
import { notificationGroups } from './notification-text.ts';

/** A part of the notifications of an account: the unread ones, or those of one group. */
export interface NotificationFilter {
  /** As it is in addresses: "claims-and-proofs". */
  key: string;
  label: string;
  /** All where it is null. */
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

/** @returns null for all notifications, also where the filter is unknown */
export const filterFrom = (key: string | undefined): NotificationFilter | null =>
  notificationFilters.find((filter) => filter.key === key) ?? null;
