import type { AnyCaseHandler, CaseHandler, Review } from '#lib/governance/cases/case-handlers.ts';
import type { AppealOf, DecisionChoice, ReviewKind } from '#lib/governance/cases/model/review-case.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { appealOf } from '../queries/appeals.ts';
import { appealCase, isAppeal } from './appeal.ts';
import { subjectHandlers } from './subjects.ts';

const handlers: Readonly<Record<ReviewKind, AnyCaseHandler>> = { ...subjectHandlers, appeal: appealCase };

export const handlerOf = ({ kind }: { kind: string }): AnyCaseHandler => {
  const handler = handlers[kind as ReviewKind];
  if (!handler) throw new Error(`Nothing decides on a ${kind} yet.`);
  return handler;
};

/** Returns the handler of a case's subject. An appeal uses the evidence, locks and owners of the appealed decision. */
export const subjectHandlerOf = async (reader: Reader, { kind, subjectId }: Pick<Review, 'kind' | 'subjectId'>): Promise<CaseHandler> =>
  subjectHandlers[isAppeal({ kind }) ? await appealOf(reader, subjectId) : (kind as AppealOf)];

/** Returns the choices of a case, in the order in which a page offers them. */
export async function choicesOf(
  reader: Reader,
  { kind, subjectId }: Pick<Review, 'kind' | 'subjectId'>,
): Promise<readonly DecisionChoice[]> {
  const { choices, variantOf } = handlerOf({ kind });
  return choices[(await variantOf?.(reader, subjectId)) ?? kind] ?? [];
}
