'use client';

import { useSyncExternalStore } from 'react';
import { formatTime } from './format-time.ts';

const subscribeToNothing = () => () => undefined;

/** A time in the viewer's time zone, with UTC in the title; in UTC without script. The text names the zone. */
export function LocalTime({ at, month = 'long' }: { at: Date; month?: 'long' | 'short' }) {
  const isLocal = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  const utc = formatTime(at, month, 'UTC');
  return (
    <time
      dateTime={at.toISOString()}
      data-local-month={isLocal ? undefined : month}
      title={isLocal ? `${Intl.DateTimeFormat().resolvedOptions().timeZone}; ${utc}` : undefined}
    >
      {isLocal ? formatTime(at, month) : utc}
    </time>
  );
}
