// Generated from the list of rules (tests/house/claim-methods.test.ts).
import type { ProofKind } from '#lib/governance/claims/model/proof-methods.ts';
import { dns } from './methods/dns.tsx';
import { email } from './methods/email.tsx';
import { federated } from './methods/federated.tsx';
import { institutionEmail } from './methods/institution-email.tsx';
import { orcid } from './methods/orcid.tsx';
import { orcidEmployment } from './methods/orcid-employment.tsx';
import { printedEmail } from './methods/printed-email.tsx';
import { relMe } from './methods/rel-me.tsx';
import { repository } from './methods/repository.tsx';
import type { ProofForm } from './proof-form.ts';

export const proofForms: Record<ProofKind, ProofForm> = {
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
