import { z } from 'zod';
import { isoTime, isoTimeOrNull, personIds, recordRef, workRef } from './format.ts';

const text = z.string();
const textOrNull = text.nullable();

/** Topic, venue or institution, with the values that identify it within its kind. */
const placeRef = z.strictObject({
  kind: text.max(20),
  name: text.max(500),
  nameKey: text.max(500),
  rorId: text.max(40).nullable(),
  path: text.max(400),
});
export type PlaceRef = z.infer<typeof placeRef>;

const followFields = { state: text.max(20), since: isoTime };

/** follows.json: people, topics, venues and institutions that the account follows. Hidden people are listed with their id only. */
export const followsFile = z.strictObject({
  people: z.array(z.strictObject({ ...recordRef.shape, ...followFields, ...personIds.shape })).max(50_000),
  places: z.array(z.strictObject({ id: text.max(40), ...placeRef.shape, ...followFields })).max(50_000),
});

/** searches.json. `places` are the topics, venues and institutions that the search's filters refer to by slug. */
export const searchesFile = z.strictObject({
  searches: z
    .array(
      z.strictObject({
        query: text.max(600),
        name: text.max(600),
        state: text.max(20),
        since: isoTime,
        places: z.array(z.strictObject({ filter: text.max(20), ...placeRef.shape })).max(10),
      }),
    )
    .max(1000),
});

/** saved.json. Works that are not shown in lists have their id only. */
export const savedWorksFile = z.strictObject({ works: z.array(workRef.extend({ path: textOrNull, since: isoTime })) });

const personRef = z.strictObject({ name: text, path: textOrNull });

export const invitationsFile = z.strictObject({
  invitations: z.array(
    z.strictObject({
      id: text,
      /** Side of the account: 'sender' or 'recipient'. */
      role: text,
      state: text,
      purpose: text,
      message: text,
      expectedTime: textOrNull,
      link: textOrNull,
      workIds: z.array(text),
      from: personRef,
      to: personRef,
      sentAt: isoTime,
      seenAt: isoTimeOrNull,
      decidedAt: isoTimeOrNull,
      expiresAt: isoTime,
      declineReason: textOrNull,
      threadId: textOrNull,
    }),
  ),
});

/** threads.json: each thread in the format of a thread export (`peergraph-thread`, 1), with its state for the account. */
export const threadsFile = z.strictObject({
  threads: z.array(
    z.strictObject({
      kind: z.literal('peergraph-thread'),
      version: z.literal(1),
      id: text,
      purpose: text,
      opened: isoTime,
      you: personRef,
      other: personRef,
      readAt: isoTimeOrNull,
      archivedAt: isoTimeOrNull,
      mutedAt: isoTimeOrNull,
      leftAt: isoTimeOrNull,
      messages: z.array(
        z.strictObject({
          id: text,
          by: text,
          mine: z.boolean(),
          at: isoTime,
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
      proposedAt: isoTime,
      decidedAt: isoTimeOrNull,
      endedAt: isoTimeOrNull,
    }),
  ),
});

/** boundaries.json: blocks and mutes by the account. Blocks of the account by others are never disclosed. */
export const boundariesFile = z.strictObject({
  blocked: z.array(z.strictObject({ invitationId: text, name: text, since: isoTime })),
  muted: z.array(z.strictObject({ invitationId: text, name: text, since: isoTime })),
  /** Blocks and cooldowns that remain after the other account was erased. They do not identify anybody. */
  kept: z.array(z.strictObject({ id: text, kind: z.enum(['block', 'pause']), since: isoTime, until: isoTime })),
});
