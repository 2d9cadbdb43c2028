import type { ReactNode } from 'react';
import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { mute, unblock } from '#lib/invitations/actions.ts';
import type { BlockView } from '#lib/invitations/model.ts';

/** People of whom the account hears no more, and the way back. */
export function Blocks({ blocks }: { blocks: BlockView[] }) {
  return (
    <ul>
      {blocks.map((said) => (
        <Row key={said.invitationId} said={said}>
          <ActionForm action={unblock} className="">
            <input type="hidden" name="invitationId" value={said.invitationId} />
            <Button>Let them write again</Button>
          </ActionForm>
        </Row>
      ))}
    </ul>
  );
}

/** People whose messages arrive without a word, and the way back. */
export function Mutes({ mutes }: { mutes: BlockView[] }) {
  return (
    <ul>
      {mutes.map((said) => (
        <Row key={said.invitationId} said={said}>
          <ActionForm action={mute} className="">
            <input type="hidden" name="invitationId" value={said.invitationId} />
            <input type="hidden" name="off" value="1" />
            <Button>Be told again</Button>
          </ActionForm>
        </Row>
      ))}
    </ul>
  );
}

function Row({ said: { name, since }, children }: { said: BlockView; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 border-line border-t py-2.5 first:border-t-0">
      <span>
        {name}{' '}
        <span className="text-sm text-soft">
          since <Day at={since} />
        </span>
      </span>
      {children}
    </li>
  );
}
