import type { Metadata } from 'next';
import { CvForm } from '#components/authors/cv-form.tsx';
import { trustWords } from '#components/authors/trust-words.ts';
import { openGraphOf } from '#components/site/open-graph.ts';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Section } from '#components/ui/section.tsx';
import { env } from '#lib/platform/env.ts';
import { site } from '#lib/platform/site.ts';
import { loadAuthor } from '#lib/portal/pages/loaders/authors.ts';
import { cvStyles, maxStyledWorks } from '#lib/portal/pages/loaders/cv.ts';
import { badgeAlt } from '#lib/portal/pages/model/badge.ts';
import { found } from '../../../found.ts';
import type { PathProps } from '../../../page-props.ts';

const loadProfile = async ({ params }: PathProps<'slug'>) => found(await loadAuthor((await params).slug), (slug) => `/authors/${slug}/cv`);

export async function generateMetadata(props: PathProps<'slug'>): Promise<Metadata> {
  const { name, slug } = await loadProfile(props);
  const [title, path] = [`CV and files of ${name}`, `/authors/${slug}`];
  return {
    title,
    description: `CV, lists of works and badge of ${name}, made from the public profile.`,
    robots: { index: false },
    alternates: { canonical: `${path}/cv` },
    openGraph: openGraphOf(title, `${path}/cv`, 'website', `${path}/card.png`),
  };
}

export default async function CvPage(props: PathProps<'slug'>) {
  const author = await loadProfile(props);
  const { name, slug, trust } = author;
  const path = `/authors/${slug}`;
  const alt = badgeAlt({ words: trustWords(author), computedAt: trust.computedAt }, site().name);
  const badge = `${env().PUBLIC_URL}${path}/badge.svg`;
  return (
    <Page width="page">
      <PageHead
        eyebrow={<a href={path}>{name}</a>}
        title="CV and files"
        lead="Made from the public profile, without what its owner hides."
      />
      <div className="columns-main">
        <Section id="cv" title="CV">
          <CvForm slug={slug} styles={cvStyles()} maxStyledWorks={maxStyledWorks} />
        </Section>
        <aside aria-label="Badge and profile">
          <Section id="badge" title="Badge">
            <p className="mb-3 max-w-measure text-sm text-soft">
              What supports the profile, with the date. The picture follows the profile.
            </p>
            <p className="mb-3">
              <svg role="img" aria-label={alt} className="h-5 w-full max-w-sm">
                <image href={`${path}/badge.svg`} height={20} />
              </svg>
            </p>
            <pre className="max-w-text wrap-anywhere whitespace-pre-wrap rounded-card bg-raised p-3 text-xs">
              {`<a href="${env().PUBLIC_URL}${path}"><img src="${badge}" alt="${alt}"></a>`}
            </pre>
          </Section>
          <Section id="embed" title="List of works on another page">
            <p className="mb-3 max-w-measure text-sm text-soft">
              Copy this into your page. The list follows the profile, and contains no script. A program can read it as{' '}
              <a href={`${path}/cv/works.json`}>JSON</a>.
            </p>
            <pre className="max-w-text wrap-anywhere whitespace-pre-wrap rounded-card bg-raised p-3 text-xs">
              {`<iframe src="${env().PUBLIC_URL}${path}/cv/works.html" title="Works of ${name.replace(/[&"<]/g, ' ')}" width="100%" height="600"></iframe>`}
            </pre>
          </Section>
          <Section id="crate" title="The whole profile">
            <p className="max-w-measure text-sm">
              <a href={`${path}/ro-crate-metadata.json`}>Research object (RO-Crate, JSON-LD)</a>{' '}
              <span className="text-soft">with the works, and the signed evidence of the trust level.</span>
            </p>
          </Section>
        </aside>
      </div>
    </Page>
  );
}
