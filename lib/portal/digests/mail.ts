import { sourceNameInSentence, untitledWork } from '#lib/catalog/sources/model.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { type FeedItem, feedReasonSentence, recordEventLabels } from '#lib/community/feeds/model.ts';
import { describeSchedule, type Schedule } from '#lib/community/notifications/model/digest-schedule.ts';
import { createMessage, type MailLine, type MailMessage } from '#lib/platform/mail/messages.ts';
import { siteName } from '#lib/platform/site.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import type { Digest } from './model.ts';

interface Dispatch extends Schedule {
  /** Public URL of this instance, without a trailing slash. */
  base: string;
  stop: { link: string; oneClick: string };
}

const maxNames = 6;

/** Returns authors, venue, date and sources of a work on one line. */
function describeWork({ authors, authorsCount, venue, date, year, sources }: WorkView): string {
  const names = authors.slice(0, maxNames).map(({ name }) => name);
  const etAl = authorsCount > names.length ? ' et al.' : '';
  const authorsText = names.length > 0 ? `${names.join(', ')}${etAl}` : 'Author list not supplied';
  const sourcesText = sources.length > 0 ? `Listed by ${sources.map(sourceNameInSentence).join(', ')}` : null;
  return [authorsText, venue, date ?? year, sourcesText].filter((part) => part).join('. ');
}

function lineOf(item: FeedItem, base: string): MailLine {
  if (item.kind === 'work') {
    const { work, reasons } = item;
    const entry = work.title ? plainText(work.title) : untitledWork;
    return { entry, link: `${base}/works/${work.id}`, about: describeWork(work), why: feedReasonSentence(reasons) };
  }
  const { author, news } = item;
  const path = `/authors/${author.slug}`;
  const why = feedReasonSentence([{ kind: 'author', id: author.id, name: author.name, path }]);
  return {
    entry: `${author.name} ${recordEventLabels[news].label}`,
    link: `${base}${path}`,
    about: recordEventLabels[news].description,
    why,
  };
}

export function digestMessage(digest: Digest, dispatch: Dispatch): MailMessage {
  const { base, stop, timeZone } = dispatch;
  const { items, notices, more, moreNotices, since } = digest;
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(since);
  const lines: MailLine[] = [`This is new since ${day}.`];
  if (items.length > 0) lines.push({ heading: 'From what you follow' }, ...items.map((item) => lineOf(item, base)));
  if (more) lines.push('More works are in your feed.');
  if (items.length > 0) lines.push({ link: `${base}/feed`, label: 'Open your feed' });
  if (notices.length > 0) {
    const noticeLines = notices.map(({ title, text, path }): MailLine => ({ entry: title, link: `${base}${path}`, about: text, why: '' }));
    lines.push({ heading: 'Notifications' }, ...noticeLines);
    if (moreNotices) lines.push('There are more notifications. The next digest continues from here.');
    if (moreNotices) lines.push({ link: `${base}/notifications`, label: 'Open your notifications' });
  }
  const works = items.filter(({ kind }) => kind === 'work').length;
  const worksText = more ? `more than ${works} works` : works === 1 ? 'a work' : `${works} works`;
  return createMessage(works > 0 ? `New in what you follow: ${worksText}` : `New for you on ${siteName()}`, lines, {
    unsubscribe: stop.oneClick,
    foot: {
      why: `You get this ${describeSchedule(dispatch)} because you asked for it. It is not sent when there is nothing new.`,
      stop: { link: stop.link, label: 'Unsubscribe, or change your settings' },
    },
  });
}
