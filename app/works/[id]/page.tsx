import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ConfirmedBy } from '#components/identity/confirmed-by.tsx';
import { JsonLd } from '#components/site/json-ld.tsx';
import { DefinitionList } from '#components/ui/definition-list.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Abstract } from '#components/works/abstract.tsx';
import { AuthorList } from '#components/works/author-list.tsx';
import { CiteAndExport } from '#components/works/cite-and-export.tsx';
import { ProvenanceLink } from '#components/works/provenance-link.tsx';
import { VersionRows } from '#components/works/versions.tsx';
import { typeLabels } from '#components/works/work-labels.ts';
import { workFacts } from '#components/works/work-record.tsx';
import { WorkTitle } from '#components/works/work-title.tsx';
import { resolutionLabel } from '#lib/catalog/authors/model/author.ts';
import { bibtexEntry } from '#lib/catalog/works/model/citations/bibtex.ts';
import { citationLinks } from '#lib/catalog/works/model/citations/formats.ts';
import { citationTags, linkedWork } from '#lib/catalog/works/model/linked-data.ts';
import { env } from '#lib/platform/env.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { sharedAs } from '#lib/portal/cards/model.ts';
import { loadCitation, loadProvenance, loadWork } from '#lib/portal/pages/loaders/works.ts';

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const work = await loadWork((await params).id);
  const cited = await loadCitation((await params).id);
  if (work === null || cited === null) notFound();
  const title = work.title ? plainText(work.title) : 'A work without a title';
  return {
    title,
    description: `${typeLabels[work.type]} by ${
      work.authors
        .slice(0, 3)
        .map((line) => line.name)
        .join(', ') || (work.unseen ? 'names not shown' : 'authors not supplied')
    }.`,
    robots: work.unseen ? { index: false } : undefined,
    alternates: { canonical: `/works/${work.id}`, types: citationLinks(`/works/${work.id}`) },
    openGraph: sharedAs(title, `/works/${work.id}`, 'article'),
    other: citationTags(cited, env().PUBLIC_URL),
  };
}

export default async function WorkPage({ params }: Props) {
  const work = await loadWork((await params).id);
  const cited = await loadCitation((await params).id);
  if (work === null || cited === null) notFound();
  const { facts, versions, confirmed, resolutions: found } = await loadProvenance(work.id);
  const resolutions = found.map(({ source, rule, names }) => ({ source, names, words: resolutionLabel(rule) }));
  return (
    <Page>
      <JsonLd data={linkedWork(cited, env().PUBLIC_URL)} />
      <PageHead
        eyebrow={typeLabels[work.type]}
        title={<WorkTitle work={work} />}
        lead={
          <div className="text-ink">
            <AuthorList work={work} id="authors" />
          </div>
        }
        size="title"
      />
      {work.abstract && (
        <div className="mb-8">
          <Abstract abstract={work.abstract} />
        </div>
      )}
      <section aria-labelledby="facts">
        <h2 id="facts" className="mb-3 font-semibold">
          What the sources say
        </h2>
        <DefinitionList items={workFacts(work)} />
      </section>
      <section aria-labelledby="who-says-so" className="mt-8">
        <h2 id="who-says-so" className="mb-1 font-semibold">
          Who says so
        </h2>
        <p className="mb-3 max-w-measure text-sm text-soft">
          Open a fact to read each source’s own value, the day it was read, and why one of them is shown.
        </p>
        <ProvenanceLink facts={facts} resolutions={resolutions} />
        <ConfirmedBy people={confirmed} />
      </section>
      {versions.length > 0 && (
        <section aria-labelledby="versions" className="mt-8 text-sm">
          <h2 id="versions" className="mb-1 font-semibold text-base">
            Other versions
          </h2>
          <p className="mb-2 max-w-measure text-soft">
            Works with the same title, except for case and punctuation, and a shared author; the texts have not been compared.
          </p>
          <VersionRows works={versions} />
        </section>
      )}
      <div className="no-print mt-6">
        <CiteAndExport
          permanent={`${env().PUBLIC_URL}/works/${work.id}`}
          path={`/works/${work.id}`}
          about="This work, for a reference manager or a table:"
          bibtex={bibtexEntry(cited)}
        />
      </div>
      <p className="no-print mt-6 text-sm">
        <a href={`/works/${work.id}/fix`} rel="nofollow">
          Fix this work
        </a>{' '}
        <span className="text-soft">A wrong fact, or another entry for the same work.</span>
      </p>
    </Page>
  );
}
