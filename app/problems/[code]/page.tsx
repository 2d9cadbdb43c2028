import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ButtonLink } from '#components/ui/button.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { firstValue } from '#lib/platform/form.ts';
import { safePath } from '#lib/platform/http/safe-path.ts';
import { type Refusal, statusOf } from '#lib/platform/refusals.ts';
import { isErrorCode, refusals } from '#lib/portal/refusals.ts';
import type { PageProps, PathProps } from '../../page-props.ts';

export async function generateMetadata({ params }: PathProps<'code'>): Promise<Metadata> {
  const { code } = await params;
  return { title: isErrorCode(code) ? refusals[code].title : 'No such error code', robots: { index: false } };
}

/**
 * Explains an error code: the `type` of a JSON error is the address of this page (RFC 9457). Without script, refused buttons lead here; `back`
 * is their page.
 */
export default async function ProblemPage({ params, searchParams }: PageProps<'code'>) {
  const { code } = await params;
  const { back } = await searchParams;
  if (!isErrorCode(code)) notFound();
  const { title, detail, action, link }: Refusal = refusals[code];
  const backPath = safePath(firstValue(back), '');
  return (
    <Page>
      <PageHead title={title} lead={detail} />
      <p className="max-w-measure">{action}</p>
      <div className="mt-6 flex flex-wrap gap-2.5">
        {link && (
          <ButtonLink variant="primary" href={link.href}>
            {link.label}
          </ButtonLink>
        )}
        {backPath && (
          <ButtonLink variant={link ? 'plain' : 'primary'} href={backPath}>
            Back to the page where it happened
          </ButtonLink>
        )}
        {!link && !backPath && <a href="/">Go to the home page</a>}
      </div>
      <p className="mt-10 max-w-measure text-sm text-soft">
        The code of this error is <code className="wrap-anywhere">{code}</code>, with HTTP status {statusOf(refusals[code])}. Programs get
        it as a problem document: see <a href="/data#requests">Requests and errors</a>.
      </p>
    </Page>
  );
}
