import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { unblock } from '#lib/invitations/actions.ts';
import type { BlockView } from '#lib/invitations/model.ts';

export function Blocks({ blocks }: { blocks: BlockView[] }) {
  return (
    <ul>
      {blocks.map(({ invitationId, name, since }) => (
        <li
          key={invitationId}
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 border-line border-t py-2.5 first:border-t-0"
        >
          <span>
            {name}{' '}
            <span className="text-sm text-soft">
              since <Day at={since} />
            </span>
          </span>
          <ActionForm action={unblock} className="">
            <input type="hidden" name="invitationId" value={invitationId} />
            <Button>Let them write again</Button>
          </ActionForm>
        </li>
      ))}
    </ul>
  );
}
