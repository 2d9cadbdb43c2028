import { Section } from '#components/ui/section.tsx';

/** Shown instead of a hidden field; says that its owner hides it. */
export function HiddenNotice({ id, title, what }: { id: string; title: string; what: string }) {
  return (
    <Section id={id} title={title}>
      <p className="text-sm text-soft">{`The owner of this profile shows no ${what}.`}</p>
    </Section>
  );
}
