import type { Metadata } from 'next';
import { notFound, permanentRedirect } from 'next/navigation';
import { Assurance } from '#components/trust/assurance.tsx';
import { EventList, EvidenceList } from '#components/trust/evidence-list.tsx';
import { NextSteps } from '#components/trust/next-steps.tsx';
import { TrustHistory } from '#components/trust/trust-history.tsx';
import { partLabels } from '#components/trust/trust-labels.ts';
import { TrustParts } from '#components/trust/trust-parts.tsx';
import { Day } from '#components/ui/day.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Gate } from '#components/ui/gate.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { PartsBar } from '#components/ui/parts-bar.tsx';
import { Section } from '#components/ui/section.tsx';
import { now } from '#lib/platform/clock.ts';
import { env } from '#lib/platform/env.ts';
import { loadTrustPage, type TrustPage } from '#lib/portal/pages/loaders/trust.ts';

interface Props {
  params: Promise<{ slug: string }>;
}

async function trustOf({ params }: Props): Promise<TrustPage> {
  const found = await loadTrustPage((await params).slug);
  if (found === null) notFound();
  if ('redirect' in found) permanentRedirect(`/authors/${found.redirect}/trust`);
  return found;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { author } = await trustOf(props);
  return { title: `Trust: ${author.name}`, robots: { index: false }, alternates: { canonical: `/authors/${author.slug}/trust` } };
}

export default async function RecordTrustPage(props: Props) {
  const page = await trustOf(props);
  const { author, trust, history, evidence, events, steps, titles } = page;
  const eyebrow = <a href={`/authors/${author.slug}`}>{author.name}</a>;
  if (!trust)
    return (
      <Page>
        <PageHead eyebrow={eyebrow} title="Trust" size="title" />
        <EmptyState title="Not computed yet.">This record is new. Its points are computed within a minute.</EmptyState>
      </Page>
    );
  const ids = new Set(events.map(({ event }) => event.id));
  return (
    <Page>
      <PageHead
        eyebrow={eyebrow}
        title={`Trust ${trust.points}, ${trust.label.toLowerCase()}`}
        size="title"
        lead={
          <>
            How much evidence supports this record, by the method <a href="/trust">{trust.method}</a>, as of <Day at={trust.computedAt} />.
            It says nothing about how good the work is.
            {author.claimState === 'unclaimed' && ' It is unclaimed and nobody has been asked, so few points are normal.'}
          </>
        }
      />
      <PartsBar
        title="Trust points by part"
        parts={trust.parts.map(({ part, points, max }) => ({ label: partLabels[part], value: points, max }))}
      />
      <div className="mt-8">
        {steps && (
          <Section id="next" title="Your next steps">
            <NextSteps steps={steps} />
          </Section>
        )}
        <Section id="level" title={`Level L${trust.level}, ${trust.levelName.toLowerCase()}`}>
          <Gate conditions={trust.conditions.map(({ level, text, met }) => ({ key: `L${level}`, met, text: `L${level}: ${text}` }))} />
          {trust.level >= 3 && <Assurance assurance={page.assurance} isOwner={steps !== null} at={now()} />}
        </Section>
        <Section id="points" title="Points and their evidence">
          <TrustParts trust={trust} slug={author.slug} events={ids} titles={titles} />
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
        <Check slug={author.slug} keyId={page.keyId} base={env().PUBLIC_URL} />
      </div>
    </Page>
  );
}

/** How anybody can compute the points again, without trusting this site. */
function Check({ slug, keyId, base }: { slug: string; keyId: string; base: string }) {
  return (
    <Section id="check" title="Check it yourself">
      <p className="max-w-measure text-sm">
        The <a href={`/authors/${slug}/trust.json`}>snapshot with its evidence</a> is signed with the key{' '}
        <code className="break-all">{keyId}</code>. The <a href="/trust/verify.mjs">verifier</a> is one file without dependencies: it
        follows the chain of events, checks the signatures and computes the points again.
      </p>
      <pre className="mt-3 whitespace-pre-wrap break-all rounded-md border border-line p-3 text-xs">
        {`curl -O ${base}/trust/verify.mjs\nnode verify.mjs --key ${keyId} ${base}/authors/${slug}/trust.json`}
      </pre>
      <p className="mt-3 max-w-measure text-sm text-soft">
        The <a href="/trust/log">log of all records</a> shows that no event was left out of it. Keep the key: a later snapshot must be
        signed with it, or with one that it has named.
      </p>
    </Section>
  );
}
