import { refreshTrustOf } from '#lib/catalog/authors/commands.ts';
import { refreshContexts } from '#lib/catalog/contexts/commands/refresh.ts';
import { rematchAffiliations } from '#lib/catalog/contexts/commands/rematch.ts';
import { findTopics } from '#lib/catalog/contexts/commands/topics.ts';
import { computeIndicators } from '#lib/catalog/indicators/commands/compute.ts';
import { nextMonth } from '#lib/catalog/indicators/model/signal.ts';
import { indexWorksAnew } from '#lib/catalog/ingest/commands/works.ts';
import { refreshAuthors } from '#lib/catalog/refresh/commands/authors.ts';
import { mergeSearch } from '#lib/catalog/search-index/merge.ts';
import { deliverHead } from '#lib/catalog/trust/commands/deliveries.ts';
import { publishHead } from '#lib/catalog/trust/commands/heads.ts';
import { checkCodeLinks } from '#lib/catalog/works/commands/check-code.ts';
import { openWayBack } from '#lib/community/accounts/commands/recovery.ts';
import { expireInvitation } from '#lib/community/invitations/commands/respond.ts';
import { adoptMethod, tellOfMethod } from '#lib/governance/claims/commands/adopt-method.ts';
import { checkBindings, recheckProof } from '#lib/governance/claims/commands/check.ts';
import { endClaimNotice } from '#lib/governance/claims/commands/end.ts';
import { tendProofs } from '#lib/governance/claims/commands/maintain-proofs.ts';
import { outside } from '#lib/governance/claims/probes.ts';
import { settleChange } from '#lib/governance/identity/commands/changes.ts';
import { forgetOpinions } from '#lib/governance/identity/commands/opinions.ts';
import { endVisibilityWait } from '#lib/governance/identity/commands/visibility.ts';
import { suggestSamePeople } from '#lib/governance/identity/commands.ts';
import { later, now } from '#lib/platform/clock.ts';
import type { Store, Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { enqueue, type JobKind, type JobPayloads, type JobRequest } from '#lib/platform/jobs/queue.ts';
import { htmlOf } from '#lib/platform/mail/template.ts';
import { transport } from '#lib/platform/mail/transport.ts';
import { tellReviewers } from '#lib/portal/decisions/commands/notify-reviewers.ts';
import { sendDigest } from '#lib/portal/digests/commands.ts';
import { eraseAccount, eraseRest } from '#lib/portal/erasure/commands/erase.ts';
import { makeCopy } from '#lib/portal/exports/commands/make.ts';

/**
 * What a job does. `within` runs in the transaction that marks the job done, so its effect happens once. `outside` may use the
 * network and take its time; it may run again after a crash, so its effect must bear being repeated.
 */
export type Handler<Kind extends JobKind> =
  | { within(tx: Writer, payload: JobPayloads[Kind]): Promise<void> }
  | { outside(payload: JobPayloads[Kind], job: { id: string; store: Store }): Promise<void> };

/** Records brought up to date in one transaction: few enough that a follow or a claim need not wait long. */
const portion = 200;

/** Between two portions of links, so that mails need not wait behind them. */
const betweenChecksMs = 20_000;

/** A signal is of a month: the next one asks for it to be computed again, whether or not anything is imported meanwhile. */
function nextComputation(): JobRequest<'compute-indicators'> {
  const runAt = nextMonth(now());
  return { kind: 'compute-indicators', payload: {}, onceKey: `compute-indicators ${runAt.toISOString().slice(0, 7)}`, runAt };
}

/** Works have moved between contexts: their authors and the contexts themselves are to follow. */
async function askForRefresh(tx: Writer): Promise<void> {
  await enqueue(tx, { kind: 'refresh-authors', payload: {}, onceKey: 'refresh-authors' });
  await enqueue(tx, { kind: 'refresh-contexts', payload: {}, onceKey: 'refresh-contexts' });
}

export const handlers: { [Kind in JobKind]: Handler<Kind> } = {
  'send-mail': {
    async outside({ to, forget: _, ...letter }, { id }) {
      const { subject, text, unsubscribe } = letter;
      await transport().deliver({ id, to, subject, text, html: await htmlOf(letter), unsubscribe });
    },
  },
  'send-digest': { outside: (payload, { store }) => sendDigest(store, payload) },
  'erase-account': { outside: (payload, { store }) => eraseAccount(store, payload) },
  'erase-rest': { outside: (payload, { store }) => eraseRest(store, payload) },
  'end-claim-notice': { within: endClaimNotice },
  'tend-proofs': { within: tendProofs },
  'check-proof': { outside: ({ proofId }, { store }) => recheckProof(store, proofId, outside()) },
  'adopt-method': {
    async outside(_, { store }) {
      await adoptMethod(store, outside());
      while ((await store.transact((tx) => refreshAuthors(tx, portion))) > 0);
      await tellOfMethod(store);
    },
  },
  'check-bindings': { outside: ({ authorId }, { store }) => checkBindings(store, authorId, outside()) },
  'open-way-back': { within: openWayBack },
  'expire-invitation': { within: expireInvitation },
  'make-export': { outside: (payload, { store }) => makeCopy(store, payload) },
  'refresh-authors': {
    async outside(_, { store }) {
      while ((await store.transact((tx) => refreshAuthors(tx, portion))) > 0);
      await store.transact((tx) => enqueue(tx, { kind: 'compute-indicators', payload: {}, onceKey: 'compute-indicators' }));
    },
  },
  'refresh-trust': {
    async within(tx, { authorId }) {
      await refreshTrustOf(tx, [authorId]);
      await enqueue(tx, { kind: 'refresh-authors', payload: {}, onceKey: 'refresh-authors' });
    },
  },
  'publish-head': { within: publishHead },
  'deliver-head': { outside: (payload, { store }) => deliverHead(store, payload) },
  'refresh-contexts': {
    async outside(_, { store }) {
      while ((await store.transact((tx) => refreshContexts(tx, portion))) > 0);
    },
  },
  'find-topics': {
    async outside(_, { store }) {
      await findTopics(store);
      await store.transact(askForRefresh);
    },
  },
  'match-affiliations': {
    async outside(_, { store }) {
      await rematchAffiliations(store);
      await store.transact(askForRefresh);
    },
  },
  'compute-indicators': {
    async outside(_, { store }) {
      await computeIndicators(store);
      await store.transact((tx) => enqueue(tx, nextComputation()));
    },
  },
  'merge-search': { outside: (_, { store }) => mergeSearch(store, { bearable: 8 }) },
  'check-code-links': {
    async outside({ after = 0 }, { store }) {
      if (env().CODE_CHECKS === 'off') return;
      const next = await checkCodeLinks(store, after);
      if (next === null) return;
      const runAt = later(now(), betweenChecksMs);
      await store.transact((tx) => enqueue(tx, { kind: 'check-code-links', payload: { after: next }, onceKey: 'check-code-links', runAt }));
    },
  },
  'index-works': {
    async outside({ authorKeys }, { store }) {
      const rows = await store.reader.lookup<{ work_key: number }>(
        'select distinct work_key from authorships where author_key in $many',
        authorKeys,
      );
      const keys = rows.map(({ work_key }) => work_key);
      for (let start = 0; start < keys.length; start += portion) {
        await store.transact((tx) => indexWorksAnew(tx, keys.slice(start, start + portion)));
      }
    },
  },
  'suggest-same-people': {
    async outside({ authorKeys }, { store }) {
      for (let start = 0; start < authorKeys.length; start += portion) {
        await store.transact((tx) => suggestSamePeople(tx, authorKeys.slice(start, start + portion)));
      }
    },
  },
  'settle-change': { within: settleChange },
  'tell-reviewers': { outside: (_, { store }) => tellReviewers(store) },
  'end-visibility-wait': { within: endVisibilityWait },
  'forget-opinions': { within: forgetOpinions },
};
