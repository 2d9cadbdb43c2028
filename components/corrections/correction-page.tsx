import type { ReactNode } from 'react';
import { LostRefusal } from '#components/site/lost-refusal.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';

interface Props {
  /** The page of the work or profile, and the text of the link back to it. */
  path: string;
  back: string;
  /** The work or profile. */
  about: ReactNode;
  /** The result of the last form. */
  notice: string | null;
  fields: readonly { id: string; label: string; shown: ReactNode }[];
  /** The form for the selected field. */
  form: ReactNode;
  /** Other errors, which are reported instead. */
  otherwise: string;
  /** The existing corrections. */
  corrections: ReactNode;
}

/** The page to suggest and decide corrections of a work or profile. */
export function CorrectionPage({ path, back, about, notice, fields, form, otherwise, corrections }: Props) {
  return (
    <Page>
      <PageHead
        eyebrow={<a href={path}>{back}</a>}
        title="Suggest a correction"
        lead={<>For {about}. An accepted correction is shown beside what the sources say, with its evidence.</>}
      />
      <LostRefusal codes={['unknown_correction']} />
      {notice && <Notice kind="success" title={notice} />}
      {form ? (
        <>
          <p className="mb-6 text-sm">
            <a href={`${path}/correct`}>Choose another field</a>
          </p>
          {form}
        </>
      ) : (
        <ul className="my-6 max-w-text divide-y divide-line border-line border-y empty:hidden">
          {fields.map(({ id, label, shown }) => (
            <li key={id} className="break-words py-3">
              <a href={`${path}/correct?field=${id}`} rel="nofollow" className="font-semibold">
                {label}
              </a>
              <p className="text-sm text-soft">Shown: {shown}</p>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-6 max-w-measure text-sm">
        Is something else wrong, such as {otherwise}?{' '}
        <a href={`${path}/fix?kind=wrong_fact`} rel="nofollow">
          Report it
        </a>
        .
      </p>
      {corrections && (
        <section aria-labelledby="corrections" className="mt-8">
          <h2 id="corrections" className="mb-3 font-semibold">
            Corrections
          </h2>
          {corrections}
        </section>
      )}
    </Page>
  );
}
