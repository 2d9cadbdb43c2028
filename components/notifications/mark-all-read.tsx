import { ApiButton } from '#components/site/api-button.tsx';
import { readPath } from './notification-entry.tsx';

export interface MarkAllProps {
  back: '/me' | '/notifications';
  /** When the page was loaded: later notifications stay unread. */
  until: string;
}

/** The title of the confirmation after marking all as read. */
export const allReadTitle = 'All notifications are marked as read';

/** Marks everything as read that existed when the page was loaded, and returns to it. */
export const MarkAllRead = ({ back, until }: MarkAllProps) => (
  <ApiButton path={readPath} fields={{ until }} back={`${back}?done=read`} label="Mark all as read" />
);
