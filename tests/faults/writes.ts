import { readFileSync } from 'node:fs';
import type { People, Person } from './people.ts';
import type { WriteLog } from './writers.ts';

const boundary = 'form-of-the-test';
/** Returns the id of the server action that posts a message, from the manifest of the build; null if there is none. */
function postActionId(): string | null {
  const manifest = JSON.parse(readFileSync('.next/server/server-reference-manifest.json', 'utf8')) as {
    node: Record<string, { filename: string; exportedName: string }>;
  };
  const isPost = ({ filename, exportedName }: { filename: string; exportedName: string }) =>
    filename.endsWith('invitations/actions.ts') && exportedName === 'post';
  return Object.entries(manifest.node).find(([, action]) => isPost(action))?.[0] ?? null;
}

const part = (name: string, value: string): string => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** Encodes the message form of a thread. */
const messageForm = (action: string, threadId: string, body: string): string =>
  [
    part('$ACTION_REF_1', ''),
    part('$ACTION_1:0', JSON.stringify({ id: action, bound: '$@1' })),
    part('$ACTION_1:1', '[null]'),
    part('$ACTION_KEY', 'k0'),
    part('threadId', threadId),
    part('body', body),
    `--${boundary}--\r\n`,
  ].join('');

/** A write as sent by a browser without JavaScript. */
export interface Write {
  path: string;
  person: Person;
  type: string;
  body: string;
  /** Returns false if a form was rejected with a page, or redirected to the sign-in page. */
  isDone(answer: { status: number; location: string }): boolean;
  acknowledged: (written: WriteLog) => void;
}

/** Generates unique follows and messages. Every fourth write is a message, until the rate limit of the threads is reached. */
export function createWrites(people: People): () => Write {
  const action = postActionId();
  let count = 0;
  return () => {
    count += 1;
    const side = people.participants[Math.floor(count / 4) % Math.max(1, people.participants.length)];
    const isMessage = action !== null && side !== undefined && count % 4 === 0 && count / 4 <= people.participants.length * 30;
    if (isMessage) {
      const text = `Message number ${count} of this thread.`;
      const acknowledged = ({ messages }: WriteLog) => messages.push({ threadId: side.threadId, body: text });
      const type = `multipart/form-data; boundary=${boundary}`;
      return {
        path: `/threads/${side.threadId}`,
        person: side.person,
        type,
        body: messageForm(action, side.threadId, text),
        isDone: ({ status, location }) => status === 303 && location.includes('/threads/'),
        acknowledged,
      };
    }
    const person = people.followers[count % people.followers.length];
    const authorId = people.authorIds[Math.floor(count / people.followers.length) % people.authorIds.length];
    if (!person || !authorId) throw new Error('There is nobody to write.');
    const acknowledged = ({ follows }: WriteLog) => follows.push({ accountId: person.accountId, authorId });
    const type = 'application/x-www-form-urlencoded';
    return {
      path: '/api/follows',
      person,
      type,
      body: new URLSearchParams({ authorId, want: 'on' }).toString(),
      isDone: ({ status }) => status === 200,
      acknowledged,
    };
  };
}
