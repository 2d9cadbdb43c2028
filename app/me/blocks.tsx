import type { ReactNode } from 'react';
import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { endKeptBlock, mute, unblock } from '#lib/community/invitations/actions.ts';
import type { BlockView, KeptView } from '#lib/community/invitations/model/invitation.ts';

/** Blocked people, each with a button that unblocks them; also blocks of accounts that no longer exist. */
export function Blocks({ blocks, kept }: { blocks: BlockView[]; kept: KeptView[] }) {
  return (
    <ul>
      {blocks.map((said) => (
        <Row key={said.invitationId} said={said}>
          <ActionForm action={unblock} className="">
            <input type="hidden" name="invitationId" value={said.invitationId} />
            <Button>Unblock</Button>
          </ActionForm>
        </Row>
      ))}
      {kept.map(({ id, since, until }) => (
        <Row key={id} said={{ name: 'A person who has erased their account', since }} until={until}>
          <ActionForm action={endKeptBlock} className="">
            <input type="hidden" name="keptId" value={id} />
            <Button>Unblock</Button>
          </ActionForm>
        </Row>
      ))}
    </ul>
  );
}

/** Muted people, each with a button that unmutes them. */
export function Mutes({ mutes }: { mutes: BlockView[] }) {
  return (
    <ul>
      {mutes.map((said) => (
        <Row key={said.invitationId} said={said}>
          <ActionForm action={mute} className="">
            <input type="hidden" name="invitationId" value={said.invitationId} />
            <input type="hidden" name="off" value="1" />
            <Button>Unmute</Button>
          </ActionForm>
        </Row>
      ))}
    </ul>
  );
}

interface RowProps {
  said: Pick<BlockView, 'name' | 'since'>;
  until?: Date;
  children: ReactNode;
}

function Row({ said: { name, since }, until, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 border-line border-t py-2.5 first:border-t-0">
      <span>
        {name}{' '}
        <span className="text-sm text-soft">
          since <Day at={since} />
          {until && (
            <>
              ; until <Day at={until} />, should they come back with the same address or iD
            </>
          )}
        </span>
      </span>
      {children}
    </li>
  );
}
