import { formatTime } from '#components/ui/format-time.ts';
import { contentEvent } from './send-form.ts';

/** Shows the times that the server has written in UTC in the zone of the viewer, with UTC in the title. React does so where it draws a page. */
function showLocalTimes(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-local-month]')) {
    const { localMonth } = time.dataset;
    time.title = `${Intl.DateTimeFormat().resolvedOptions().timeZone}; ${time.textContent}`;
    time.textContent = formatTime(new Date(time.dateTime), localMonth === 'short' ? localMonth : 'long');
    delete time.dataset.localMonth;
  }
}

if (!document.querySelector('script[src^="/_next/"]')) {
  showLocalTimes();
  document.addEventListener(contentEvent, showLocalTimes);
}
