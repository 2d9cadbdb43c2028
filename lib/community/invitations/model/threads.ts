import { z } from 'zod';
import { checkWorks, recordId, typed, withWorkIds, workFields } from './inputs.ts';
import type { WorkRef } from './invitation.ts';
import type { MessageNode } from './message.ts';
import type { Purpose } from './purposes.ts';

export const threadIdInput = z.object({ threadId: recordId });
export const messageInput = z
  .object({ threadId: recordId, body: typed(1, 5_000, 'Write something first.'), ...workFields })
  .superRefine(checkWorks)
  .transform(withWorkIds);

/** Messages that one side can write into a thread in ten minutes. */
export const messagesAtOnce = { times: 30, minutes: 10 };

export interface MessageView {
  id: string;
  mine: boolean;
  body: string;
  text: MessageNode[];
  works: WorkRef[];
  at: Date;
}

/** 'none', asked by one side, said by both, or over. */
export interface CollaborationView {
  state: 'none' | 'asked_by_you' | 'asked_by_them' | 'confirmed';
  /** When both had said so; null before. */
  since: Date | null;
}

export interface ThreadView {
  id: string;
  invitationId: string;
  /** Nothing can be written: one side hears no more from the other, or has left. Which of it, and who, is not told. */
  closed: boolean;
  /** The account of the other side was erased. */
  gone: boolean;
  /** It is the reader who hears no more. */
  shut: boolean;
  /** The reader has left. */
  left: boolean;
  archived: boolean;
  muted: boolean;
  /** The reader is not told of anything that the other side writes, here or elsewhere. */
  personMuted: boolean;
  /** The reader has reported what the other side has written. */
  reported: boolean;
  purpose: Purpose;
  openedAt: Date;
  /** The other side, by the record they wrote for. */
  with: { slug: string; name: string };
  me: { slug: string; name: string };
  messages: MessageView[];
  /** The cursor of the page with the messages before these; null where these begin. */
  before: string | null;
  /** Up to when the other side has read. */
  readByThem: Date | null;
  collaboration: CollaborationView;
}

/** Somebody with whom the owner of a record works together, as both have said. */
export interface Collaborator {
  slug: string;
  name: string;
  since: Date;
}

export interface ThreadCard {
  id: string;
  with: { slug: string; name: string };
  lastAt: Date;
  unread: boolean;
  /** Put aside or left: not among those that go on. */
  aside: boolean;
}

/** A thread as its reader takes it home. Times are ISO 8601, UTC. */
export interface ThreadFile {
  kind: 'peergraph-thread';
  version: 1;
  id: string;
  purpose: string;
  opened: string;
  you: { name: string; path: string | null };
  other: { name: string; path: string | null };
  messages: { id: string; by: string; mine: boolean; at: string; markdown: string; works: { title: string; path: string }[] }[];
}

const indented = (text: string): string => text.replace(/^/gm, '  ');

/** The same as text that can be read anywhere. */
export function threadText(file: ThreadFile): string {
  const head = [`Thread of ${file.you.name} and ${file.other.name}, about ${file.purpose}`, `Opened ${file.opened}`, ''];
  const messages = file.messages.flatMap(({ by, at, markdown, works }) => [
    `${by}, ${at.slice(0, 16).replace('T', ' ')} UTC`,
    indented(markdown),
    ...works.map(({ title, path }) => `  Work: ${title} (${path})`),
    '',
  ]);
  return `${[...head, ...messages].join('\n').trimEnd()}\n`;
}
