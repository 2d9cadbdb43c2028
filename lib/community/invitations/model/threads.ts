import { z } from 'zod';
import { idField } from '#lib/platform/form.ts';
import { checkWorkFields, textField, withWorkIds, workFields } from './inputs.ts';
import type { WorkRef } from './invitation.ts';
import type { MessageNode } from './message.ts';
import type { Purpose } from './purposes.ts';

export const threadIdInput = z.object({ threadId: idField });

/** Marks a conversation as read up to its last message that was shown, or as unread again. */
export const threadReadInput = z.object({
  threadId: idField,
  until: z.iso.datetime().transform((text) => new Date(text)),
  want: z.enum(['on', 'off']),
});
export type ThreadReadInput = z.infer<typeof threadReadInput>;
export const messageInput = z
  .object({ threadId: idField, body: textField(1, 5_000, 'Write something first.'), ...workFields })
  .superRefine(checkWorkFields)
  .transform(withWorkIds);

/** Upper bound on messages that one member can post to a thread in ten minutes. */
export const messageRateLimit = { times: 30, minutes: 10 };

export interface MessageView {
  id: string;
  mine: boolean;
  body: string;
  text: MessageNode[];
  works: WorkRef[];
  at: Date;
}

/** The state of a collaboration as the viewer sees it; an ended one is 'none'. */
export interface CollaborationView {
  state: 'none' | 'asked_by_you' | 'asked_by_them' | 'confirmed';
  /** When the second member confirmed it; null before. */
  since: Date | null;
}

export interface ThreadView {
  id: string;
  invitationId: string;
  /** Whether nobody can post: there is a block, or a member has left. Which of these, and by whom, is not revealed. */
  closed: boolean;
  /** Whether the account of the other member was erased. */
  erased: boolean;
  /** Whether the viewer has blocked the other member. */
  blocked: boolean;
  /** Whether the viewer has left. */
  left: boolean;
  archived: boolean;
  muted: boolean;
  /** Whether the viewer has muted the other member everywhere. */
  personMuted: boolean;
  /** Whether the viewer has reported the other member's messages. */
  reported: boolean;
  purpose: Purpose;
  /** The record that the other member writes for. */
  with: { slug: string; name: string };
  messages: MessageView[];
  /** The cursor of the page with earlier messages; null on the first page. */
  before: string | null;
  /** The last message of the viewer that the other member has read, if it is on this page. When they read it is not revealed. */
  lastReadId: string | null;
  collaboration: CollaborationView;
}

/** A confirmed collaborator of a record's owner. */
export interface Collaborator {
  slug: string;
  name: string;
  since: Date;
}

export interface ThreadCard {
  id: string;
  with: { slug: string; name: string };
  purpose: Purpose;
  /** The beginning of the last message, as plain text, and whether the viewer wrote it. */
  lastLine: { mine: boolean; text: string };
  lastAt: Date;
  unread: boolean;
  /** Whether it is archived or left. */
  isArchivedOrLeft: boolean;
}

const maxLastLineCharacters = 120;

/** Returns the first line of a message without its markup, for a list. */
export function firstLineOf(body: string): string {
  const line = body.split('\n').find((each) => each.trim() !== '') ?? '';
  const text = line.replace(/^[\s>#*+-]+|[*`]+/g, '').trim();
  return text.length > maxLastLineCharacters ? `${text.slice(0, maxLastLineCharacters).trimEnd()}…` : text;
}

/** The export of a thread for one of its members. Times are ISO 8601 in UTC. */
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

const indent = (text: string): string => text.replace(/^/gm, '  ');

/** Formats the export as plain text. */
export function formatThread(file: ThreadFile): string {
  const head = [`Thread of ${file.you.name} and ${file.other.name}, about ${file.purpose}`, `Opened ${file.opened}`, ''];
  const messages = file.messages.flatMap(({ by, at, markdown, works }) => [
    `${by}, ${at.slice(0, 16).replace('T', ' ')} UTC`,
    indent(markdown),
    ...works.map(({ title, path }) => `  Work: ${title} (${path})`),
    '',
  ]);
  return `${[...head, ...messages].join('\n').trimEnd()}\n`;
}

/** Returns a text that changes with what a list of conversations shows. */
export const messagesState = (threads: readonly Pick<ThreadCard, 'id' | 'lastAt' | 'unread' | 'isArchivedOrLeft'>[]): string =>
  threads
    .map(({ id, lastAt, unread, isArchivedOrLeft }) => [id, lastAt.getTime(), Number(unread), Number(isArchivedOrLeft)].join('-'))
    .join(' ');
