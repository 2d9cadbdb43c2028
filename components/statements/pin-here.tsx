import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { maxPinned } from '#lib/catalog/statements/model/statement.ts';
import { savePin } from '#lib/portal/pages/actions/statements.ts';

interface Props {
  record: { id: string; slug: string };
  work: { id: string; title: string };
  /** Works that are shown first, by their ids. */
  pinned: readonly string[];
  /** The query of the list that it stands in, to come back to. */
  list: string;
}

/** For the owner, at a work of their record: shows it first, or no longer. */
export function PinHere({ record, work, pinned, list }: Props) {
  const isFirst = pinned.includes(work.id);
  if (!isFirst && pinned.length >= maxPinned)
    return (
      <>
        You have reached the limit of {maxPinned} featured works. <a href={`/me/records/${record.slug}#pinned`}>Remove one</a> to feature
        this one.
      </>
    );
  return (
    <ActionForm action={savePin} className="" back={`/authors/${record.slug}`}>
      <input type="hidden" name="authorId" value={record.id} />
      <input type="hidden" name="workId" value={work.id} />
      <input type="hidden" name="does" value={isFirst ? 'unpin' : 'pin'} />
      <input type="hidden" name="list" value={list} />
      <Button look="quiet">
        {isFirst ? 'Do not feature' : 'Feature'}
        <span className="sr-only"> {work.title}</span>
      </Button>
    </ActionForm>
  );
}
