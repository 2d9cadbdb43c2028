import { z } from 'zod';
import { accountNotifications } from './account-notifications.ts';
import { claimNotifications } from './claim-notifications.ts';
import { conversationNotifications, invitationNotifications } from './invitation-notifications.ts';
import type { NotificationFacts, NotificationKindSpec, NotificationText } from './notification-text.ts';
import { recordNotifications } from './record-notifications.ts';
import { reportNotifications, reviewNotifications } from './review-notifications.ts';

/** All kinds of notifications, in the order of the settings page. */
const specs = {
  ...claimNotifications,
  ...recordNotifications,
  ...invitationNotifications,
  ...conversationNotifications,
  ...reportNotifications,
  ...reviewNotifications,
  ...accountNotifications,
};
export type NotificationKind = keyof typeof specs;
export const notificationKinds = Object.keys(specs) as NotificationKind[];

/** Returns the definition of a kind. */
export const notificationSpec = (kind: NotificationKind): NotificationKindSpec => specs[kind];

export interface NotificationView {
  id: string;
  title: string;
  text: string;
  path: string;
  at: Date;
  read: boolean;
}

const isKind = (kind: string): kind is NotificationKind => Object.hasOwn(specs, kind);

/** Returns the text of a notification from its kind and facts. */
export const notificationText = (kind: string, facts: NotificationFacts): NotificationText =>
  isKind(kind) ? specs[kind].text(facts) : { title: 'Something has changed', text: '', label: 'Open' };

/** Unread notifications are counted up to this number. */
export const maxUnreadCounted = 100;

const until = z.iso.datetime().transform((text) => new Date(text));
const id = z.string().max(40);
/** What to mark as read: one notification, or all until the moment at which their page was loaded. */
export const readInput = z.union([z.object({ id, until: until.optional() }), z.object({ until, id: id.optional() })]);
