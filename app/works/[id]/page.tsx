import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { JsonLd } from '#components/site/json-ld.tsx';
import { DefinitionList } from '#components/ui/definition-list.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Abstract } from '#components/works/abstract.tsx';
import { AuthorList } from '#components/works/author-list.tsx';
import { CiteAndExport } from '#components/works/cite-and-export.tsx';
import { workFacts } from '#components/works/work-record.tsx';
import { WorkTitle } from '#components/works/work-title.tsx';
import { typeWords } from '#components/works/work-words.ts';
import { sharedAs } from '#lib/cards/model.ts';
import { env } from '#lib/env.ts';
import { loadCitation, loadWork } from '#lib/works/loaders.ts';
import { bibtexEntry } from '#lib/works/model/citations/bibtex.ts';
import { citationLinks } from '#lib/works/model/citations/formats.ts';
import { citationTags, linkedWork } from '#lib/works/model/linked-data.ts';
import { plainText } from '#lib/works/model/rich-text.ts';

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
    description: `${typeWords[work.type]} by ${
      work.authors
        .slice(0, 3)
        .map((line) => line.name)
        .join(', ') || 'authors not supplied'
    }.`,
    alternates: { canonical: `/works/${work.id}`, types: citationLinks(`/works/${work.id}`) },
    openGraph: sharedAs(title, `/works/${work.id}`, 'article'),
    other: citationTags(cited, env().PUBLIC_URL),
  };
}

export default async function WorkPage({ params }: Props) {
  const work = await loadWork((await params).id);
  const cited = await loadCitation((await params).id);
  if (work === null || cited === null) notFound();
  return (
    <Page>
      <JsonLd data={linkedWork(cited, env().PUBLIC_URL)} />
      <PageHead
        eyebrow={typeWords[work.type]}
        title={<WorkTitle work={work} />}
        lead={
          <div className="text-ink">
            <AuthorList work={work} />
          </div>
        }
        size="title"
      />
      {work.abstract && (
        <div className="mb-8">
          <Abstract abstract={work.abstract} as="whole" />
        </div>
      )}
      <section aria-labelledby="facts">
        <h2 id="facts" className="mb-3 font-semibold">
          What the sources say
        </h2>
        <DefinitionList items={workFacts(work)} />
      </section>
      <div className="no-print mt-6">
        <CiteAndExport path={`/works/${work.id}`} about="This work, for a reference manager or a table:" bibtex={bibtexEntry(cited)} />
      </div>
    </Page>
  );
}
