import type { Metadata } from 'next';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { loadUnsubscribeTarget } from '#lib/community/notifications/loaders.ts';
import { firstText, firstValue } from '#lib/platform/form.ts';
import { siteName } from '#lib/platform/site.ts';
import { refusals } from '#lib/portal/refusals.ts';
import type { QueryProps } from '../page-props.ts';

export const metadata: Metadata = { title: 'Unsubscribe', robots: { index: false, follow: false } };

/** The target of an unsubscribe link: needs no session, and changes nothing before the button is pressed. */
export default async function UnsubscribePage({ searchParams }: QueryProps) {
  const query = await searchParams;
  const [link, of, done] = [firstText(query.link), firstValue(query.of), firstValue(query.done)];
  const subscription = loadUnsubscribeTarget(link, of);
  if (!subscription) {
    const { title, detail, action } = refusals.unknown_link;
    return (
      <Page>
        <PageHead title={title} lead={`${detail} ${action}`} />
        <p>
          <a href="/me/notifications">Choose your notifications</a>
        </p>
      </Page>
    );
  }
  const action = `/unsubscribe/${link}/${subscription.target}`;
  return (
    <Page>
      <PageHead
        title={`Emails from ${siteName()}`}
        lead={done ? undefined : 'It takes effect at once. You can turn it on again at any time.'}
      />
      {done && (
        <div className="mb-8">
          <Notice kind="success" title={done === 'all' ? 'You get sign-in emails only' : 'You are unsubscribed from these emails'}>
            <p>The same information still appears in your notifications and your feed.</p>
          </Notice>
        </div>
      )}
      {!done && subscription.target !== 'all' && (
        <form method="post" action={action} className="mb-8">
          <p className="mb-3">
            <span className="text-soft">This email was about: </span>
            {subscription.description}.
          </p>
          <Button variant="primary">Unsubscribe from these emails</Button>
        </form>
      )}
      {done !== 'all' && (
        <form method="post" action={action} className="mb-8">
          <input type="hidden" name="all" value="yes" />
          <Button>Unsubscribe from all emails</Button>
        </form>
      )}
      <p className="text-sm text-soft">
        <a href="/me/notifications">Choose each kind</a>: that needs a sign-in.
      </p>
    </Page>
  );
}
