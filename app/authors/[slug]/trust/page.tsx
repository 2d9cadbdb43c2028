import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { openGraphOf } from '#components/site/open-graph.ts';
import { Assurance } from '#components/trust/assurance.tsx';
import { EventList, EvidenceList } from '#components/trust/evidence-list.tsx';
import { NextSteps } from '#components/trust/next-steps.tsx';
import { TrustHistory } from '#components/trust/trust-history.tsx';
import { levelConditions, trustPartLabels } from '#components/trust/trust-labels.ts';
import { TrustParts } from '#components/trust/trust-parts.tsx';
import { ConditionList } from '#components/ui/condition-list.tsx';
import { Day } from '#components/ui/day.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PartsBar } from '#components/ui/parts-bar.tsx';
import { Section } from '#components/ui/section.tsx';
import { disputePenalty, levelCaps } from '#lib/catalog/trust/model/points.ts';
import { now } from '#lib/platform/clock.ts';
import { env } from '#lib/platform/env.ts';
import { loadViewerState } from '#lib/portal/me/loaders.ts';
import { loadAuthor } from '#lib/portal/pages/loaders/authors.ts';
import { loadTrustPage, type TrustPage } from '#lib/portal/pages/loaders/trust.ts';
import { found } from '../../../found.ts';
import type { PathProps } from '../../../page-props.ts';
import { ProfileFrame } from '../profile-frame.tsx';

const loadTrust = async ({ params }: PathProps<'slug'>) =>
  found(await loadTrustPage((await params).slug), (slug) => `/authors/${slug}/trust`);

export async function generateMetadata(props: PathProps<'slug'>): Promise<Metadata> {
  const { author } = await loadTrust(props);
  const [title, path] = [`Trust: ${author.name}`, `/authors/${author.slug}`];
  return {
    title,
    description: `What the trust points of ${author.name} count, and the evidence behind each of them.`,
    robots: { index: false },
    alternates: { canonical: `${path}/trust` },
    openGraph: openGraphOf(title, `${path}/trust`, 'website', `${path}/card.png`),
  };
}

export default async function RecordTrustPage(props: PathProps<'slug'>) {
  const page = await loadTrust(props);
  const author = await loadAuthor(page.author.slug);
  if (author === null || 'redirect' in author) notFound();
  const { trust } = page;
  return (
    <ProfileFrame author={author} viewer={await loadViewerState(author)} tab="trust">
      {trust ? (
        <TrustTab page={page} trust={trust} />
      ) : (
        <EmptyState title="Not computed yet.">This profile is new. Its points are computed within a minute.</EmptyState>
      )}
    </ProfileFrame>
  );
}

function TrustTab({ page, trust }: { page: TrustPage; trust: NonNullable<TrustPage['trust']> }) {
  const { author, facts, history, evidence, events, steps, titles } = page;
  const ids = new Set(events.map(({ event }) => event.id));
  return (
    <div className="columns-main">
      <div className="min-w-0">
        <section aria-labelledby="snapshot" className="card mb-8">
          <h2 id="snapshot" className="font-serif text-xl">
            Trust {trust.points} · {trust.label} · L{trust.level}
          </h2>
          <p className="mt-1 mb-4 max-w-measure text-read">
            How much evidence supports this profile, not how good the work is. Method <a href="/trust">{trust.method}</a>,{' '}
            <Day at={trust.computedAt} />. {pointsNoteOf(author)}
          </p>
          <PartsBar
            title="Trust points by part"
            parts={trust.parts.map(({ part, points, max }) => ({ label: trustPartLabels[part], value: points, max }))}
          />
        </section>
        <Section id="points" title="Points and their evidence">
          <Disclosure summary="Points by rule">
            <TrustParts trust={trust} facts={facts} slug={author.slug} events={ids} titles={titles} />
          </Disclosure>
        </Section>
        <Section id="evidence" title="Proofs">
          <EvidenceList evidence={evidence} at={now()} />
        </Section>
        <Section id="history" title="History">
          <TrustHistory history={history} />
        </Section>
        <Section id="events" title="Events in the log">
          <EventList events={events} />
        </Section>
      </div>
      <aside aria-label="Level and check">
        {steps && (
          <Section id="next" title="Your next steps">
            <NextSteps steps={steps} />
          </Section>
        )}
        <Section id="level" title={`Verification L${trust.level}, ${trust.levelName.toLowerCase()}`}>
          <ConditionList
            conditions={trust.conditions.map(({ level, text, met }) => ({
              key: `L${level}`,
              met,
              text: `L${level}: ${levelConditions[level] ?? text}`,
            }))}
          />
          {trust.level >= 3 && <Assurance assurance={page.assurance} isOwner={steps !== null} at={now()} />}
        </Section>
        <VerifyInstructions slug={author.slug} keyId={page.keyId} base={env().PUBLIC_URL} />
      </aside>
    </div>
  );
}

function pointsNoteOf({ claimState, flags }: TrustPage['author']): string {
  if (claimState === 'disputed') return `While the claim is disputed, ${disputePenalty} points are subtracted.`;
  if (claimState !== 'unclaimed') return '';
  if (flags.length > 0) return `No unclaimed profile has more than ${levelCaps[1]} points, and an open doubt takes some from this one.`;
  return 'It is not claimed and nobody has been asked, so few points are normal.';
}

/** How to recompute the points without trusting this site. */
function VerifyInstructions({ slug, keyId, base }: { slug: string; keyId: string; base: string }) {
  return (
    <Section id="check" title="Check it yourself">
      <p className="max-w-measure text-sm">
        The <a href={`/authors/${slug}/trust.json`}>snapshot with its evidence</a> is signed. The <a href="/trust/verify.mjs">verifier</a>{' '}
        computes it again.
      </p>
      <Disclosure summary="How">
        <pre className="mt-3 whitespace-pre-wrap break-all rounded-md border border-line p-3 text-xs">
          {`curl -O ${base}/trust/verify.mjs\nnode verify.mjs \\\n  --key ${keyId} \\\n  ${base}/authors/${slug}/trust.json`}
        </pre>
        <p className="mt-3 max-w-measure text-sm text-soft">
          The <a href="/trust/log">log of all profiles</a> shows that no event was left out. Keep the key: a later snapshot must be signed
          with it, or with one that it has named.
        </p>
      </Disclosure>
    </Section>
  );
}
