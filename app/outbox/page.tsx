import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ContinueAs } from '#components/demo/continue-as.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LocalTime } from '#components/ui/local-time.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { firstValue } from '#lib/platform/form.ts';
import { loadOutbox } from '#lib/platform/mail/loaders.ts';
import { isDemoShown } from '#lib/portal/demo/loaders.ts';

export const metadata: Metadata = { title: 'Outbox', robots: { index: false, follow: false } };

export default async function OutboxPage({ searchParams }: { searchParams: Promise<{ mail?: string | string[] }> }) {
  const shownAsHtml = firstValue((await searchParams).mail);
  const mails = await loadOutbox();
  if (!mails) notFound();
  return (
    <Page width="page">
      <PageHead
        title="Outbox"
        lead="Emails that this instance would have sent, newest first. Only this browser on this machine can read them. Set SMTP_URL to send them."
      />
      {(await isDemoShown()) && (
        <div className="mb-10 max-w-form space-y-5">
          <ContinueAs next="/me" />
          <p className="text-sm">
            Or <a href="/sign-in">sign in with your own address</a>; the email appears below.
          </p>
        </div>
      )}
      {mails.length === 0 && (
        <EmptyState title="No emails yet">
          <p>New emails appear here within a second. Reload the page.</p>
        </EmptyState>
      )}
      {mails.map((mail) => (
        <article key={mail.id} aria-labelledby={mail.id} className="border-line border-t py-6">
          <h2 id={mail.id} className="font-semibold">
            {mail.subject}
          </h2>
          <p className="mb-3 text-soft text-sm">
            To {mail.to}, <LocalTime at={mail.sentAt} />
          </p>
          <div className={mail.id === shownAsHtml ? 'grid items-start gap-x-8 gap-y-4 lg:grid-cols-2' : undefined}>
            <div className="min-w-0 whitespace-pre-line break-words font-serif">
              {mail.text.split(/(https?:\/\/\S+)/).map((part, index) =>
                index % 2 ? (
                  <a key={part} href={part}>
                    {part}
                  </a>
                ) : (
                  part
                ),
              )}
            </div>
            {mail.id === shownAsHtml && <MailPreview subject={mail.subject} html={mail.html} />}
          </div>
          {mail.id !== shownAsHtml && (
            <form method="get" action={`/outbox#${mail.id}`} className="mt-3 text-sm">
              <button type="submit" name="mail" value={mail.id} className="underline">
                Show it as HTML<span className="sr-only">: {mail.subject}</span>
              </button>
            </form>
          )}
        </article>
      ))}
    </Page>
  );
}

/**
 * The HTML of an email as a mail program shows it: without scripts, in an origin of its own. Its links open in a new tab. The policy of the
 * page allows no style sheet, which would only set its colours in dark mode.
 */
const MailPreview = ({ subject, html }: { subject: string; html: string }) => (
  <iframe
    title={`HTML of the email “${subject}”`}
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    srcDoc={`<base target="_blank">${html.replace(/<style[\s\S]*?<\/style>/g, '')}`}
    loading="lazy"
    className="h-112 w-full rounded-card border border-line bg-white"
  />
);
