import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { statusOf } from '#lib/platform/refusals.ts';
import { isErrorCode, refusals } from '#lib/portal/refusals.ts';
import type { PathProps } from '../../page-props.ts';

export async function generateMetadata({ params }: PathProps<'code'>): Promise<Metadata> {
  const { code } = await params;
  return { title: isErrorCode(code) ? refusals[code].title : 'No such error code', robots: { index: false } };
}

/** Explains an error code: the `type` of a JSON error is the address of this page (RFC 9457). */
export default async function ProblemPage({ params }: PathProps<'code'>) {
  const { code } = await params;
  if (!isErrorCode(code)) notFound();
  const { title, detail, action } = refusals[code];
  return (
    <Page>
      <PageHead eyebrow={`Error ${code}, HTTP status ${statusOf(refusals[code])}`} title={title} lead={detail} />
      <p className="max-w-measure">{action}</p>
    </Page>
  );
}
