'use client';

import { useSyncExternalStore } from 'react';

const format = (at: Date, dateStyle: 'long' | 'medium', timeZone?: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle, timeStyle: 'short', ...(timeZone && { timeZone }) }).format(at);
const subscribeToNothing = () => () => undefined;

/** A time in the viewer's time zone, with zone and UTC in the title; in UTC without script. */
export function LocalTime({ at, months = 'long' }: { at: Date; months?: 'long' | 'medium' }) {
  const isLocal = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  const utc = `${format(at, months, 'UTC')} UTC`;
  return (
    <time dateTime={at.toISOString()} title={isLocal ? `${Intl.DateTimeFormat().resolvedOptions().timeZone}; ${utc}` : undefined}>
      {isLocal ? format(at, months) : utc}
    </time>
  );
}
