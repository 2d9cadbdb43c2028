import type { ReactNode } from 'react';

export type LivePart =
  | 'notification'
  | 'mark-all'
  | 'new-notifications'
  | 'add-passkey'
  | 'new-entries'
  | 'undoable'
  | 'mute'
  | 'to-do'
  | 'conversations'
  | 'thread';

interface Props {
  name: LivePart;
  /** The values with which the script takes over what is inside. */
  props?: object;
  children?: ReactNode;
}

/** A part of a page that `components/frame/live-script.tsx` takes over. Until then, and without script, it is what the server has drawn. */
export const Island = ({ name, props = {}, children }: Props) => (
  <div data-live={name} data-props={JSON.stringify(props)}>
    {children}
  </div>
);
