// Generated from the list of rules (tests/house/claim-methods.test.ts).
import type { ProofKind } from '../model/proof-methods.ts';
import { dns } from './methods/dns.ts';
import { email } from './methods/email.ts';
import { federated } from './methods/federated.ts';
import { institutionEmail } from './methods/institution-email.ts';
import { orcid } from './methods/orcid.ts';
import { orcidEmployment } from './methods/orcid-employment.ts';
import { printedEmail } from './methods/printed-email.ts';
import { relMe } from './methods/rel-me.ts';
import { repository } from './methods/repository.ts';
import type { ProofProbe } from './proof-probe.ts';

export const proofProbes: { [Kind in ProofKind]: ProofProbe<Kind> } = {
  orcid,
  email,
  institution_email: institutionEmail,
  rel_me: relMe,
  dns,
  repository,
  printed_email: printedEmail,
  orcid_employment: orcidEmployment,
  federated,
};
