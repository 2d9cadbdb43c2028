import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { saveIndicatorsHidden } from '#lib/portal/pages/actions/statements.ts';

/** Whether the indicators of the owner's record are shown, and the button to change it. */
export function IndicatorVisibility({ record }: { record: { id: string; slug: string; name: string; indicatorsHidden: boolean } }) {
  const { id, slug, name, indicatorsHidden } = record;
  return (
    <ActionForm action={saveIndicatorsHidden} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
      <p className="max-w-measure text-sm">
        <a href={`/authors/${slug}`}>{name}</a>:{' '}
        {indicatorsHidden ? 'all indicators are hidden.' : 'h-index, citations, scores and the figures computed here are shown.'}
      </p>
      <input type="hidden" name="authorId" value={id} />
      <input type="hidden" name="hidden" value={indicatorsHidden ? 'no' : 'yes'} />
      <Button>{indicatorsHidden ? 'Show them' : 'Hide them'}</Button>
    </ActionForm>
  );
}
