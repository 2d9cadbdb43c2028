import { z } from 'zod';
import { moment, momentOrNull, personIds, recordRef, workRef } from './format.ts';

const text = z.string();
const textOrNull = text.nullable();

/** A topic, venue or institution, by what makes two of one kind the same. */
export const placeRef = z.strictObject({
  kind: text.max(20),
  name: text.max(500),
  nameKey: text.max(500),
  rorId: text.max(40).nullable(),
  path: text.max(400),
});
export type PlaceRef = z.infer<typeof placeRef>;

const followed = { state: text.max(20), since: moment };

/** follows.json: whom and what the account follows. A person who is out of sight is in it by the id alone. */
export const followsFile = z.strictObject({
  people: z.array(z.strictObject({ ...recordRef.shape, ...followed, ...personIds.shape })).max(50_000),
  places: z.array(z.strictObject({ id: text.max(40), ...placeRef.shape, ...followed })).max(50_000),
});

/** searches.json: `places` are those that filters of the search name by their address here. */
export const searchesFile = z.strictObject({
  searches: z
    .array(
      z.strictObject({
        query: text.max(600),
        name: text.max(600),
        state: text.max(20),
        since: moment,
        places: z.array(z.strictObject({ filter: text.max(20), ...placeRef.shape })).max(10),
      }),
    )
    .max(1000),
});

/** saved.json: of a work that lists do not show it has the id alone. */
export const savedWorksFile = z.strictObject({ works: z.array(workRef.extend({ path: textOrNull, since: moment })) });

const named = z.strictObject({ name: text, path: textOrNull });

export const invitationsFile = z.strictObject({
  invitations: z.array(
    z.strictObject({
      id: text,
      /** 'sender' or 'recipient': which side the account is. */
      role: text,
      state: text,
      purpose: text,
      message: text,
      expectedTime: textOrNull,
      link: textOrNull,
      workIds: z.array(text),
      from: named,
      to: named,
      sentAt: moment,
      seenAt: momentOrNull,
      decidedAt: momentOrNull,
      expiresAt: moment,
      declineReason: textOrNull,
      threadId: textOrNull,
    }),
  ),
});

/** threads.json: each as its own file of the thread has it (`peergraph-thread`, 1), with where it stands for the account. */
export const threadsFile = z.strictObject({
  threads: z.array(
    z.strictObject({
      kind: z.literal('peergraph-thread'),
      version: z.literal(1),
      id: text,
      purpose: text,
      opened: moment,
      you: named,
      other: named,
      readAt: momentOrNull,
      archivedAt: momentOrNull,
      mutedAt: momentOrNull,
      leftAt: momentOrNull,
      messages: z.array(
        z.strictObject({
          id: text,
          by: text,
          mine: z.boolean(),
          at: moment,
          markdown: text,
          works: z.array(z.strictObject({ title: text, path: text })),
        }),
      ),
    }),
  ),
});

export const collaborationsFile = z.strictObject({
  collaborations: z.array(
    z.strictObject({
      id: text,
      threadId: text,
      record: recordRef,
      with: recordRef,
      state: text,
      proposedBy: z.enum(['you', 'others']),
      proposedAt: moment,
      decidedAt: momentOrNull,
      endedAt: momentOrNull,
    }),
  ),
});

/** boundaries.json: by the record that they wrote for. Who has said so of the account is told to nobody. */
export const boundariesFile = z.strictObject({
  blocked: z.array(z.strictObject({ invitationId: text, name: text, since: moment })),
  muted: z.array(z.strictObject({ invitationId: text, name: text, since: moment })),
  /** What outlives an account that was erased: nobody can tell whose. */
  kept: z.array(z.strictObject({ id: text, kind: z.enum(['block', 'pause']), since: moment, until: moment })),
});
