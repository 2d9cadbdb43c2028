import { ApiButton } from '#components/site/api-button.tsx';
import { maxPinned } from '#lib/catalog/statements/model/statement.ts';

interface Props {
  record: { id: string; slug: string };
  work: { id: string; title: string };
  /** The ids of pinned works. */
  pinned: readonly string[];
  /** The list to return to. */
  list: string;
}

/** Pins or unpins a work, for the owner, in the list of works. */
export function PinButton({ record, work, pinned, list }: Props) {
  const isPinned = pinned.includes(work.id);
  if (!isPinned && pinned.length >= maxPinned)
    return (
      <>
        You have reached the limit of {maxPinned} pinned works. <a href={`/me/records/${record.slug}/pinned`}>Remove one</a> to pin this
        one.
      </>
    );
  return (
    <ApiButton
      path="/api/pinned-works"
      fields={{ authorId: record.id, workId: work.id, operation: isPinned ? 'unpin' : 'pin' }}
      back={list}
      variant="quiet"
      label={isPinned ? 'Unpin' : 'Pin'}
      about={work.title}
    />
  );
}
