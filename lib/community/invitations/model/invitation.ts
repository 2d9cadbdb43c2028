import { z } from 'zod';
import { idField } from '#lib/platform/form.ts';
import { safeHref } from '#lib/platform/text/rich-text.ts';
import { checkWorkFields, textField, withWorkIds, workFields } from './inputs.ts';
import type { MessageNode } from './message.ts';
import { type DeclineReason, declineReasonIds, type ExpectedTime, expectedTimeIds, type Purpose, purposeIds } from './purposes.ts';

/** A web address with an allowed scheme, or null if the field is empty. */
/** Bounds of the text of an invitation, in characters. */
export const messageLengths = { min: 20, max: 2_000 } as const;

const webAddress = z
  .string()
  .trim()
  .max(500)
  .transform((address, context) => {
    const href = safeHref(address);
    if (address && !href) context.addIssue({ code: 'custom', message: 'Give a whole address that begins with https://' });
    return href;
  });

export const inviteInput = z
  .object({
    recipientAuthorId: idField,
    /** The record that the sender writes for; required only if the sender owns several. */
    senderAuthorId: idField.optional(),
    purpose: z.enum(purposeIds, 'Choose what it is about.'),
    message: textField(
      messageLengths.min,
      messageLengths.max,
      `Say in a sentence or two what you propose: ${messageLengths.min} characters at least.`,
    ),
    expectedTime: z
      .enum(['', ...expectedTimeIds])
      .optional()
      .transform((time) => time || null),
    link: webAddress.optional().transform((link) => link ?? null),
    ...workFields,
  })
  .superRefine(checkWorkFields)
  .transform(withWorkIds);
/** The content of an invitation; works, time and link are optional. */
export interface InviteInput {
  recipientAuthorId: string;
  senderAuthorId?: string | undefined;
  purpose: Purpose;
  message: string;
  expectedTime?: ExpectedTime | null;
  link?: string | null;
  workIds?: string[];
}

export const invitationIdInput = z.object({ invitationId: idField });
export type InvitationIdInput = z.infer<typeof invitationIdInput>;
export const retainedBlockIdInput = z.object({ retainedBlockId: idField });
export const declineInput = z.object({
  invitationId: idField,
  reason: z
    .enum(['', ...declineReasonIds])
    .optional()
    .transform((reason) => reason || null),
  /** Set by the list of notifications, which then shows the result. */
  from: z.literal('list').optional(),
});

export const invitationStates = ['sent', 'seen', 'accepted', 'declined', 'expired', 'withdrawn'] as const;
export type InvitationState = (typeof invitationStates)[number];
export type InvitationEvent = 'see' | 'accept' | 'decline' | 'withdraw' | 'expire';
type InvitationRole = 'sender' | 'recipient' | 'system';

/** State transitions of an invitation, and who may trigger them. Drafts exist only in the form and are not stored. */
export const invitationTransitions: Record<InvitationEvent, { from: readonly InvitationState[]; to: InvitationState; by: InvitationRole }> =
  {
    see: { from: ['sent'], to: 'seen', by: 'recipient' },
    accept: { from: ['sent', 'seen'], to: 'accepted', by: 'recipient' },
    decline: { from: ['sent', 'seen'], to: 'declined', by: 'recipient' },
    withdraw: { from: ['sent', 'seen'], to: 'withdrawn', by: 'sender' },
    expire: { from: ['sent', 'seen'], to: 'expired', by: 'system' },
  };

export const isInvitationOpen = (state: InvitationState): boolean => state === 'sent' || state === 'seen';

/** Returns the two account ids in a fixed order. A pair can have one open invitation. */
export const accountPairKey = (one: string, other: string): string => [one, other].sort().join(' ');

/** A work that an invitation or a message refers to. */
export interface WorkRef {
  id: string;
  title: string;
  language: string | null;
  year: number | null;
  by: string[];
}

export interface InvitationView {
  id: string;
  role: 'sender' | 'recipient';
  state: InvitationState;
  purpose: Purpose;
  message: string;
  expectedTime: ExpectedTime | null;
  link: string | null;
  workIds: string[];
  from: { slug: string; name: string };
  to: { slug: string; name: string };
  sentAt: Date;
  /** When the recipient opened it; null for the sender. */
  seenAt: Date | null;
  decidedAt: Date | null;
  expiresAt: Date;
  declineReason: DeclineReason | null;
  threadId: string | null;
  /** Whether the viewer has blocked the other party. */
  blocked: boolean;
  /** Whether the viewer has muted the other party. */
  muted: boolean;
  /** Whether the account of the other party was erased. */
  erased: boolean;
}

/** An invitation as its page shows it. */
export interface InvitationDetail extends InvitationView {
  text: MessageNode[];
  works: WorkRef[];
  /** Whether the viewer has reported it. */
  reported: boolean;
}

/** A retained block or cooldown against an erased account, whose identity cannot be recovered. */
export interface RetainedBlockView {
  id: string;
  kind: 'block' | 'pause';
  since: Date;
  until: Date;
}

export interface BlockView {
  /** The latest invitation between the two, through which the block is removed. */
  invitationId: string;
  name: string;
  since: Date;
}
