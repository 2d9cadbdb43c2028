import { LocalTime } from '#components/ui/local-time.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import type { Refusal } from '#lib/platform/refusals.ts';

interface Props {
  refusal: Refusal;
  /** Where signing in leads back to. */
  back?: string;
  /** The time from which a retry can succeed. */
  until?: Date | undefined;
  /** Minutes until a retry can succeed, as in the page's URL. */
  minutes?: string | string[] | undefined;
  kind?: 'error' | 'info' | 'warn';
  /** Opens the link in a new tab, so that typed text stays on this page. */
  keepsPage?: boolean;
}

/** A refusal: what happened, why, until when, and what to do next. */
export function RefusalNotice({
  refusal: { title, detail, action, link },
  back,
  until,
  minutes,
  kind = 'error',
  keepsPage = false,
}: Props) {
  return (
    <Notice kind={kind} title={title}>
      <p>
        {detail} {until && <RetryTime at={until} />} {waitSentence(minutes)}
      </p>
      <p>
        {action}{' '}
        {link && (
          <a href={withReturnPath(link.href, back)} target={keepsPage ? '_blank' : undefined}>
            {link.label}
          </a>
        )}
        {link && keepsPage && ' (in a new tab; what you have typed stays here)'}
      </p>
    </Notice>
  );
}

/** Adds the return path to a URL of the sign-in; other URLs stay unchanged. */
function withReturnPath(href: string, back: string | undefined): string {
  if (!back || !/^\/sign-in(\?|$)/.test(href)) return href;
  return `${href}${href.includes('?') ? '&' : '?'}next=${encodeURIComponent(back)}`;
}

/** From these on, a wait is given in hours. */
const longWaitMinutes = 120;

function waitSentence(minutes: Props['minutes']): string {
  if (typeof minutes !== 'string' || !/^[1-9]\d{0,3}$/.test(minutes)) return '';
  const count = Number(minutes);
  return `It works again in ${count < longWaitMinutes ? formatCount(count, 'minute') : formatCount(Math.ceil(count / 60), 'hour')}.`;
}

/** The time from which an action is possible again, rounded up to the minute. */
export function RetryTime({ at }: { at: Date }) {
  const minute = new Date(Math.ceil(at.getTime() / 60_000) * 60_000);
  return (
    <>
      This is possible from <LocalTime at={minute} />.
    </>
  );
}
