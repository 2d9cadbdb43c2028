import { UndoableIsland } from '#components/live/undoable.tsx';
import type { ThreadCard } from '#lib/community/invitations/model/threads.ts';
import { nameInSentence } from './invitation-labels.ts';

/** Marks a conversation as read without opening it. */
export const MarkThreadRead = ({ id, name, lastAt, back }: Pick<ThreadCard, 'id' | 'lastAt'> & { name: string; back: string }) => (
  <UndoableIsland
    path="/api/threads/read"
    fields={{ threadId: id, until: lastAt.toISOString() }}
    back={back}
    label="Mark as read"
    about={`the message from ${nameInSentence(name)}`}
    done={`The message from ${nameInSentence(name)} is marked as read`}
    aboutUndo={`marking the message from ${nameInSentence(name)} as read`}
  />
);
