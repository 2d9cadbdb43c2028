import { Section } from '#components/ui/section.tsx';

/** A part of a record that its owner keeps back, said so where readers look for it. */
export function Silent({ id, title, of }: { id: string; title: string; of: string }) {
  return (
    <Section id={id} title={title}>
      <p className="text-sm text-soft">The owner of this record shows no {of}.</p>
    </Section>
  );
}
