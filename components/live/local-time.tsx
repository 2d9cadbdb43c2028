'use client';

import { useSyncExternalStore } from 'react';

const format = (at: Date, month: 'long' | 'short', timeZone?: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    ...{ day: 'numeric', month, year: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
    ...(timeZone && { timeZone }),
  }).format(at);
const subscribeToNothing = () => () => undefined;

/** A time in the viewer's time zone, with UTC in the title; in UTC without script. The text names the zone. */
export function LocalTime({ at, month = 'long' }: { at: Date; month?: 'long' | 'short' }) {
  const isLocal = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  const utc = format(at, month, 'UTC');
  return (
    <time dateTime={at.toISOString()} title={isLocal ? `${Intl.DateTimeFormat().resolvedOptions().timeZone}; ${utc}` : undefined}>
      {isLocal ? format(at, month) : utc}
    </time>
  );
}
