import { evidenceChecks } from '#components/authors/evidence-checks.ts';
import { wideSize } from '#components/graph/slice-layout.ts';
import { SlicePicture } from '#components/graph/slice-picture.tsx';
import { Checks } from '#components/ui/checks.tsx';
import { Monogram } from '#components/ui/monogram.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { CardSparkline } from '#components/ui/spark.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { formatGraphQuery, graphQueryOf } from '#lib/catalog/graph/model/query.ts';
import type { HomeView } from '#lib/portal/pages/model/home.ts';

/** A public profile, below the graph around it. */
export function FeaturedProfile({ featured: { author, around } }: { featured: NonNullable<HomeView['featured']> }) {
  const { slug, name, claimState, owner, affiliation, availability, invented, worksPerYear } = author;
  const roleAndAffiliation = [owner?.role?.text, author.hiddenFields.includes('affiliations') ? null : affiliation?.name]
    .filter(Boolean)
    .join(' · ');
  return (
    <figure className="min-w-0 max-w-160">
      {around.nodes.length > 2 && (
        <div className="mb-2 max-sm:hidden">
          <SlicePicture slice={around} size={wideSize} className="on-raised" />
          <p className="mt-1 text-right text-xs">
            <a href={`/graph${formatGraphQuery(graphQueryOf(around.start.id))}`}>Open in the graph</a>
          </p>
        </div>
      )}
      <div className="card relative mx-auto shadow-float sm:max-w-130">
        <div className="flex items-center gap-3">
          <Monogram name={name} slug={slug} claimed={claimState === 'claimed'} size="lg" />
          <div className="min-w-0">
            <a href={`/authors/${slug}`} className="bare-link font-serif text-xl">
              {name}
            </a>
            {roleAndAffiliation && <p className="text-soft text-xs">{roleAndAffiliation}</p>}
          </div>
        </div>
        <p className="mt-3.5 flex flex-wrap gap-1.5">
          {claimState === 'claimed' && (
            <Tag variant="ok" icon="check">
              Claimed
            </Tag>
          )}
          {availability?.open && (
            <Tag variant="accent" icon="chat">
              Open to collaborate
            </Tag>
          )}
          {invented && <Tag>Sample</Tag>}
        </p>
        <div className="mt-4 grid items-end gap-6 sm:grid-cols-2">
          <div>
            <CardSparkline years={worksPerYear} />
            <p className="mt-1 text-soft text-xs">{formatCount(author.counters.works, 'work')}</p>
          </div>
          <Checks checks={evidenceChecks(author)} below />
        </div>
      </div>
      <figcaption className="sr-only">A profile of this instance, and the graph around it.</figcaption>
    </figure>
  );
}
