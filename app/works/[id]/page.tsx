import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ResearchSlice } from '#components/graph/research-slice.tsx';
import { ConfirmingOwners } from '#components/identity/confirmed-by.tsx';
import { SaveWork } from '#components/saved-works/save-work.tsx';
import { JsonLd } from '#components/site/json-ld.tsx';
import { openGraphOf } from '#components/site/open-graph.ts';
import { ViewerSlot } from '#components/site/viewer-slot.tsx';
import { DefinitionList } from '#components/ui/definition-list.tsx';
import { HeadingRow } from '#components/ui/heading-row.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { joinWords } from '#components/ui/sentence.ts';
import { Abstract } from '#components/works/abstract.tsx';
import { AuthorList } from '#components/works/author-list.tsx';
import { CiteAndExport } from '#components/works/cite-and-export.tsx';
import { ContributorRoles } from '#components/works/contributor-roles.tsx';
import { ProvenanceLink } from '#components/works/provenance-link.tsx';
import { RelatedWorks } from '#components/works/related-works.tsx';
import { SourceTable } from '#components/works/source-table.tsx';
import { VersionRows } from '#components/works/versions.tsx';
import { WorkActions } from '#components/works/work-actions.tsx';
import { profilesOf, WorkAuthors } from '#components/works/work-authors.tsx';
import { typeLabels } from '#components/works/work-labels.ts';
import { Editors, workFacts } from '#components/works/work-record.tsx';
import { WorkTitle } from '#components/works/work-title.tsx';
import { resolutionLabel } from '#lib/catalog/authors/model/author.ts';
import { nodeId } from '#lib/catalog/graph/model/kinds.ts';
import { sourceNameInSentence, untitledWork } from '#lib/catalog/sources/model.ts';
import { bibtexEntry } from '#lib/catalog/works/model/citations/bibtex.ts';
import { namesInRole } from '#lib/catalog/works/model/citations/cited.ts';
import { citationLinks } from '#lib/catalog/works/model/citations/formats.ts';
import { formatDate, knownDate } from '#lib/catalog/works/model/dates.ts';
import { citationTags, workLinkedData } from '#lib/catalog/works/model/linked-data.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { loadListFollows } from '#lib/community/follows/loaders.ts';
import { loadSaveState } from '#lib/community/saved-works/loaders.ts';
import { saveButtonProps } from '#lib/community/saved-works/model.ts';
import { env } from '#lib/platform/env.ts';
import { readableTitle } from '#lib/platform/text/latex/readable.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { loadRecordSlice } from '#lib/portal/pages/loaders/graph.ts';
import { loadCitation, loadProvenance, loadRelatedWorks, loadWork } from '#lib/portal/pages/loaders/works.ts';
import type { PathProps } from '../../page-props.ts';

export async function generateMetadata({ params }: PathProps<'id'>): Promise<Metadata> {
  const work = await loadWork((await params).id);
  const citation = await loadCitation((await params).id);
  if (work === null || citation === null) notFound();
  const title = work.title ? readableTitle(plainText(work.title)) : untitledWork;
  return {
    title,
    description: `${typeLabels[work.type]} by ${
      [...work.authors, ...work.unplaced]
        .slice(0, 3)
        .map((line) => line.name)
        .join(', ') || (work.unseen ? 'names not shown' : 'authors not supplied')
    }.`,
    robots: work.unseen ? { index: false } : undefined,
    alternates: { canonical: `/works/${work.id}`, types: citationLinks(`/works/${work.id}`) },
    openGraph: openGraphOf(title, `/works/${work.id}`, 'article'),
    other: citationTags(citation, env().PUBLIC_URL),
  };
}

export default async function WorkPage({ params }: PathProps<'id'>) {
  const work = await loadWork((await params).id);
  const citation = await loadCitation((await params).id);
  if (work === null || citation === null) notFound();
  const [provenance, around] = [await loadProvenance(work.id), await loadRecordSlice(nodeId('work', work.id))];
  const { facts, versions, credits, contexts } = provenance;
  const profiles = profilesOf(work);
  const follows = await loadListFollows(profiles);
  return (
    <Page width="page">
      <JsonLd data={workLinkedData(citation, env().PUBLIC_URL)} />
      <PageHead
        eyebrow={<PublishedAs work={work} />}
        title={<WorkTitle work={work} />}
        lead={
          <div className="text-ink">
            {work.authorsCount === 0 && namesInRole(citation, 'editor').length > 0 ? (
              <Editors citation={citation} />
            ) : (
              <AuthorList work={work} id="authors" />
            )}
          </div>
        }
        size="title"
      />
      <div id="save" className="no-print mb-8 rounded-card bg-raised px-4 pt-2 pb-3">
        <WorkActions
          work={work}
          variant="outward"
          save={
            !work.unseen && (
              <ViewerSlot name="work-save">
                <SaveWork save={await loadSaveState(saveButtonProps(work))} />
              </ViewerSlot>
            )
          }
        />
      </div>
      <div className="columns-main min-[62rem]:grid-rows-[auto_1fr]">
        <div className="min-w-0 space-y-9">
          {work.abstract && (
            <section aria-labelledby="abstract">
              <HeadingRow id="abstract">{work.abstract.source.id === 'peergraph' ? 'Summary' : 'Abstract'}</HeadingRow>
              <Abstract abstract={work.abstract} language={work.language} />
            </section>
          )}
          <section aria-labelledby="facts">
            <HeadingRow id="facts">Details</HeadingRow>
            <DefinitionList items={workFacts(work, citation, facts, contexts)} />
            {work.sources.length > 0 && <p className="mt-3 text-soft text-sm">{sourcesInOneLine(work)}</p>}
          </section>
          {versions.length > 0 && <OtherVersions works={versions} />}
        </div>
        <aside aria-label="About this work" className="no-print min-[62rem]:row-span-2 grid grid-cols-1 content-start gap-7">
          <section aria-labelledby="cite" className="card">
            <HeadingRow id="cite">Cite</HeadingRow>
            <CiteAndExport
              permanent={`${env().PUBLIC_URL}/works/${work.id}`}
              path={`/works/${work.id}`}
              about="This work, for a reference manager or a table:"
              bibtex={bibtexEntry(citation)}
            />
          </section>
          <RelatedWorks related={await loadRelatedWorks(work.id)} />
          <WorkAuthors people={profiles} follows={follows} />
          {around && <ResearchSlice {...around} />}
          <ContributorRoles credits={credits} />
          <CorrectionLinks id={work.id} />
        </aside>
        <Sources work={work} provenance={provenance} />
      </div>
    </Page>
  );
}

/** "Conference paper · June 2024 · Proceedings of …". */
function PublishedAs({ work }: { work: WorkView }) {
  const date = knownDate(work);
  return (
    <>
      {typeLabels[work.type]} · {date === null ? 'No date' : <time dateTime={date}>{formatDate(date)}</time>}
      {work.venue && ` · ${work.venue}`}
    </>
  );
}

/** Says where the facts come from, and that several sources agree on them. */
function sourcesInOneLine({ sources, conflicts }: WorkView) {
  const names = joinWords(sources.map(sourceNameInSentence));
  const isAgreed = conflicts.length === 0;
  return (
    <>
      {sources.length === 1 ? `As in ${names}.` : isAgreed ? `${names} agree.` : `${names} differ in some facts.`}{' '}
      <a href="#who-says-so">What each source says</a>
    </>
  );
}

type Provenance = Awaited<ReturnType<typeof loadProvenance>>;

function Sources({ work, provenance: { facts, confirmed, resolutions } }: { work: WorkView; provenance: Provenance }) {
  return (
    <section aria-labelledby="who-says-so" className="min-w-0">
      <HeadingRow id="who-says-so">Sources</HeadingRow>
      <SourceTable facts={facts} />
      <p className="no-print mb-3 max-w-measure text-sm text-soft">
        Open a fact to see what each source says. <a href={`/works/${work.id}/history`}>History</a>
      </p>
      <ProvenanceLink
        facts={facts}
        resolutions={resolutions.map(({ source, rule, names }) => ({ source, names, words: resolutionLabel(rule, source.id) }))}
      />
      <ConfirmingOwners people={confirmed} />
    </section>
  );
}

const OtherVersions = ({ works }: { works: Provenance['versions'] }) => (
  <section aria-labelledby="versions" className="text-sm">
    <HeadingRow id="versions">Other versions</HeadingRow>
    <p className="mb-2 max-w-measure text-soft">
      Works with the same title, except for case and punctuation, and a shared author; the texts have not been compared.
    </p>
    <VersionRows works={works} />
  </section>
);

const CorrectionLinks = ({ id }: { id: string }) => (
  <p className="text-sm">
    <a href={`/works/${id}/fix`} rel="nofollow">
      Report a problem
    </a>
  </p>
);
