import type { ReactNode } from 'react';
import { ActionButton } from '#components/site/action-button.tsx';
import { Day } from '#components/ui/day.tsx';
import { changePersonMute, removeRetainedBlock, unblockPerson } from '#lib/community/invitations/actions.ts';
import type { BlockView, RetainedBlockView } from '#lib/community/invitations/model/invitation.ts';

/** Blocked people, each with a button that unblocks them; also blocks of accounts that no longer exist. */
export function Blocks({ blocks, retained }: { blocks: BlockView[]; retained: RetainedBlockView[] }) {
  if (blocks.length + retained.length === 0) return <p className="text-sm text-soft">Nobody is blocked.</p>;
  return (
    <ul>
      {blocks.map((block) => (
        <Row key={block.invitationId} said={block}>
          <ActionButton action={unblockPerson} hiddenInputs={{ invitationId: block.invitationId }} label="Unblock" />
        </Row>
      ))}
      {retained.map(({ id, since, until }) => (
        <Row key={id} said={{ name: 'A person who has erased their account', since }} until={until}>
          <ActionButton action={removeRetainedBlock} hiddenInputs={{ retainedBlockId: id }} label="Unblock" />
        </Row>
      ))}
    </ul>
  );
}

/** Muted people, each with a button that unmutes them. */
export function Mutes({ mutes }: { mutes: BlockView[] }) {
  return (
    <ul>
      {mutes.map((muted) => (
        <Row key={muted.invitationId} said={muted}>
          <ActionButton action={changePersonMute} hiddenInputs={{ invitationId: muted.invitationId, off: '1' }} label="Unmute" />
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
              ; in force until <Day at={until} /> if they return with the same address or iD
            </>
          )}
        </span>
      </span>
      {children}
    </li>
  );
}
