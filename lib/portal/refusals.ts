import { authorRefusals } from '#lib/catalog/authors/refusals.ts';
import { ownershipRefusals } from '#lib/catalog/ownership/refusals.ts';
import { powerRefusals } from '#lib/catalog/powers/refusals.ts';
import { sourceRefusals } from '#lib/catalog/sources/refusals.ts';
import { trustRefusals } from '#lib/catalog/trust/refusals.ts';
import { accountRefusals } from '#lib/community/accounts/refusals.ts';
import { followRefusals } from '#lib/community/follows/refusals.ts';
import { invitationRefusals } from '#lib/community/invitations/refusals.ts';
import { notificationRefusals } from '#lib/community/notifications/refusals.ts';
import { savedWorkRefusals } from '#lib/community/saved-works/refusals.ts';
import { additionRefusals } from '#lib/governance/additions/refusals.ts';
import { caseRefusals } from '#lib/governance/cases/refusals.ts';
import { claimRefusals } from '#lib/governance/claims/refusals.ts';
import { correctionRefusals } from '#lib/governance/corrections/refusals.ts';
import { identityRefusals } from '#lib/governance/identity/refusals.ts';
import { reportRefusals } from '#lib/governance/reports/refusals.ts';
import { platformRefusals, type Refusal } from '#lib/platform/refusals.ts';
import { decisionRefusals } from '#lib/portal/decisions/refusals.ts';
import { demoRefusals } from '#lib/portal/demo/refusals.ts';
import { digestRefusals } from '#lib/portal/digests/refusals.ts';
import { erasureRefusals } from '#lib/portal/erasure/refusals.ts';
import { exportRefusals } from '#lib/portal/exports/refusals.ts';
import { operationRefusals } from '#lib/portal/operations/refusals.ts';
import { signInRefusals } from '#lib/portal/sign-in/refusals.ts';

/** All refusals of the product. Each code is in the table of one module only (tests/house/refusals.test.ts). */
export const refusals = {
  ...platformRefusals,
  ...sourceRefusals,
  ...trustRefusals,
  ...powerRefusals,
  ...authorRefusals,
  ...ownershipRefusals,
  ...followRefusals,
  ...savedWorkRefusals,
  ...notificationRefusals,
  ...accountRefusals,
  ...invitationRefusals,
  ...caseRefusals,
  ...claimRefusals,
  ...correctionRefusals,
  ...additionRefusals,
  ...reportRefusals,
  ...identityRefusals,
  ...decisionRefusals,
  ...digestRefusals,
  ...erasureRefusals,
  ...signInRefusals,
  ...demoRefusals,
  ...exportRefusals,
  ...operationRefusals,
} as const satisfies Record<string, Refusal>;

export type ErrorCode = keyof typeof refusals;

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(refusals, code);

const unexpected: Refusal = {
  title: 'This is not possible now',
  detail: 'Something has changed in the meantime.',
  action: 'Reload the page, and try again.',
};

/** Returns the refusal of a code, such as one in a URL's query. An unknown code gets a general message. */
export const refusalOf = (code: string): Refusal => (isErrorCode(code) ? refusals[code] : unexpected);
