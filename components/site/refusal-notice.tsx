import { LocalTime } from '#components/live/local-time.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { counted } from '#components/ui/sentence.ts';
import type { Refusal } from '#lib/platform/refusals.ts';

interface Props {
  refusal: Refusal;
  /** Where signing in leads back to. */
  back?: string;
  /** From when on it is possible again. */
  until?: Date | undefined;
  /** In how many minutes it works again, as a page's address says it. */
  minutes?: string | string[] | undefined;
  kind?: 'error' | 'info' | 'warn';
  /** Leads on in a new tab: what was typed stays on this page. */
  keepsPage?: boolean;
}

/** A refusal: what happened, why, until when, what to do next, and where. */
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
        {detail} {until && <Until at={until} />} {waitOf(minutes)}
      </p>
      <p>
        {action}{' '}
        {link && (
          <a href={comingBack(link.href, back)} target={keepsPage ? '_blank' : undefined}>
            {link.label}
          </a>
        )}
        {link && keepsPage && ' (in a new tab; what you have typed stays here)'}
      </p>
    </Notice>
  );
}

/** An address; where it is the page of the sign-in, with where to go afterwards. */
function comingBack(href: string, back: string | undefined): string {
  if (!back || !/^\/sign-in(\?|$)/.test(href)) return href;
  return `${href}${href.includes('?') ? '&' : '?'}next=${encodeURIComponent(back)}`;
}
const waitOf = (minutes: Props['minutes']): string =>
  typeof minutes === 'string' && /^[1-9]\d{0,2}$/.test(minutes) ? `It works again in ${counted(Number(minutes), 'minute')}.` : '';

/** From when on something is possible again, to the minute: rounded up, so that it holds. */
export function Until({ at }: { at: Date }) {
  const minute = new Date(Math.ceil(at.getTime() / 60_000) * 60_000);
  return (
    <>
      This is possible from <LocalTime at={minute} />.
    </>
  );
}
