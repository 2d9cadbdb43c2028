/** @param timeZone that of the viewer if it is not given */
export const formatTime = (at: Date, month: 'long' | 'short', timeZone?: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    ...{ day: 'numeric', month, year: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
    ...(timeZone && { timeZone }),
  }).format(at);
