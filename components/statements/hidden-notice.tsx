import { EmptyState } from '#components/ui/empty-state.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Section } from '#components/ui/section.tsx';

const hiddenSentence = (what: string): string => `The owner of this profile shows no ${what}.`;

/** Shown instead of a hidden field; says that its owner hides it. */
export function HiddenNotice({ id, title, what }: { id: string; title: string; what: string }) {
  return (
    <Section id={id} title={title}>
      <p className="text-sm text-soft">{hiddenSentence(what)}</p>
    </Section>
  );
}

/** The same for a field that has its own page. */
export function HiddenFieldPage({ record, title, what }: { record: { slug: string; name: string }; title: string; what: string }) {
  return (
    <Page width="list">
      <PageHead eyebrow={<a href={`/authors/${record.slug}`}>{record.name}</a>} title={title} />
      <EmptyState title={hiddenSentence(what)} />
    </Page>
  );
}
