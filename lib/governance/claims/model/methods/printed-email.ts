import { z } from 'zod';
import { defineProofRule, expiresAfter, strongIf } from '../proof-rule.ts';

const evidence = z.object({
  work: z.string(),
  /** Whether it is at a domain of an organisation in the ROR registry. */
  atOrganisation: z.boolean().default(false),
  /** Whether works that somebody else has accepted for publication tie it to the author (`isFirmlyPrinted`). */
  isFirm: z.boolean().default(false),
});

/** An address that a source prints beside the record's name. */
export const printedEmail = defineProofRule(evidence, {
  family: 'work_embedded',
  by: 'mail',
  ...expiresAfter(12),
  isCheckedAfterMoves: true,
  bindings: [
    {
      id: 'printed_at_institution',
      text: 'The address is at a domain of an organisation in the ROR registry, which nobody can buy.',
      why: 'The domain of this address can change hands, because no institution of the ROR registry has it.',
      action: 'Use another address printed on one of these works, or another proof.',
      holds: ({ atOrganisation }) => atOrganisation,
      producedBy: ['buy_domain'],
    },
    {
      id: 'firmly_printed',
      text: 'Two works of different venues print it beside the name, or one that a co-author with a profile at L3 has confirmed. Preprints and deposits do not count.',
      why: 'Only one published work prints this address beside your name. Its author list and addresses are the choice of the person who submitted it.',
      action: 'Ask a co-author of that work to confirm it, or use another proof.',
      holds: ({ isFirm }) => isFirm,
      producedBy: ['plant_address'],
    },
  ],
  subject: ({ work }) => ({ verifier: 'mail', subject: `work:${work}` }),
  logged: ({ work }) => ({ work }),
  offer: ({ hasRegistry, printed }) => ({ maxStrength: strongIf(hasRegistry && printed), isUnavailable: !printed }),
  place: 9,
  lacking: { code: 'nothing_printed', owner: 'record', label: 'an address printed on a work' },
  title: 'The address printed on a work',
  proofTitle: 'Address printed in a work',
  needs:
    'Type the address printed beside your name on one of these works, even if it is years old. We send a link to it. About two minutes.',
  strongIf:
    'the address is at an institution of the ROR registry, and works of two venues print it, or one that a co-author has confirmed.',
  otherwise: (days) => `Otherwise it is a fair proof: ${days} days of public notice. It counts for a year.`,
  reveals: 'which work it was. Never the address.',
  refusals: {
    address_not_in_work: {
      status: 403,
      title: 'This email address is no longer on the paper',
      detail: 'The source changed its record, or the work left this profile.',
      action: 'Choose another method, or report the error through “Report a problem”.',
    },
  },
});
