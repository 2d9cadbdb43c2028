'use client';

import { useSyncExternalStore } from 'react';

const format = (at: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', ...(timeZone && { timeZone }) }).format(at);
const nothingChanges = () => () => undefined;

/** A moment in the reader's own time, with its zone and UTC in the title; UTC where there is no script. */
export function LocalTime({ at }: { at: Date }) {
  const isLocal = useSyncExternalStore(
    nothingChanges,
    () => true,
    () => false,
  );
  const utc = `${format(at, 'UTC')} UTC`;
  return (
    <time dateTime={at.toISOString()} title={isLocal ? `${Intl.DateTimeFormat().resolvedOptions().timeZone}; ${utc}` : undefined}>
      {isLocal ? format(at) : utc}
    </time>
  );
}
