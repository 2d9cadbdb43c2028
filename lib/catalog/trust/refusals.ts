import type { Refusal } from '#lib/platform/refusals.ts';
import { maxWitnessBytes } from './model/witness.ts';

/** Error codes of this module. */
export const trustRefusals = {
  witness_unreadable: {
    status: 400,
    title: 'The message is not a log head',
    detail: `It does not have the form peergraph-witness-1, or is larger than ${maxWitnessBytes / 1024} kB.`,
    action: 'Send it as docs/decisions/0034-witnesses.md describes.',
  },
  witness_unsigned: {
    status: 400,
    title: 'The signature of the head is invalid',
    detail: 'The key in the message did not sign the head, or the day of the head is in the future.',
    action: 'Check the clock and the key of the sending instance.',
  },
  witness_unknown_origin: {
    status: 403,
    title: 'This instance does not witness that log',
    detail: 'Its operator has not listed the origin.',
    action: 'Ask the operator to add the origin to WITNESS_FOR.',
  },
  witness_unknown_key: {
    status: 403,
    title: 'The signing key is unknown',
    detail: 'Another key is trusted for this origin and no signed event announces this one, or the origin does not publish it.',
    action:
      'Restore the earlier key, or change keys with npm run trust -- change-key. The first key must be at /trust/log.json of the origin.',
  },
  witness_contradiction: {
    title: 'The head contradicts a witnessed one',
    detail: 'A log can only grow. This head and a stored one cannot belong to the same log.',
    action: 'Compare the heads at /trust/witness.json with those of the log.',
  },
  witness_too_often: {
    status: 429,
    title: 'Too many heads were sent',
    detail: 'A log has one head a day.',
    action: 'Send the head again in an hour.',
  },
} as const satisfies Record<string, Refusal>;
