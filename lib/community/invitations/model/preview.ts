import type { WorkRef } from './invitation.ts';
import type { MessageNode } from './message.ts';
import type { ExpectedTime, Purpose } from './purposes.ts';

/** A text as its reader will see it, with the form as it was typed. Plain values only: it goes back to a page without script too. */
export interface Preview {
  ok: 'preview';
  typed: Record<string, string | string[]>;
  text: MessageNode[];
  works: WorkRef[];
  /** What an invitation proposes besides its text; null of a message. */
  proposal: { purpose: Purpose; expectedTime: ExpectedTime | null; link: string | null } | null;
}
