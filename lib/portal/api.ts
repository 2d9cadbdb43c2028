import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type HonoRequest } from 'hono';
import { z } from 'zod';
import { findPublicRecord } from '#lib/catalog/authors/queries/find.ts';
import { asOwner } from '#lib/catalog/ownership/commands/as-owner.ts';
import { pinWork } from '#lib/catalog/ownership/commands/edit-record.ts';
import { pinInput } from '#lib/catalog/statements/model/statement.ts';
import { parseFeedCursor } from '#lib/community/feeds/model.ts';
import { countNewEntries } from '#lib/community/feeds/queries/page.ts';
import { followAuthor, hideSuggestion, showSuggestion, unfollowAuthor } from '#lib/community/follows/commands/authors.ts';
import { changeFollow } from '#lib/community/follows/commands/change.ts';
import { followContext } from '#lib/community/follows/commands/contexts.ts';
import { saveSearch } from '#lib/community/follows/commands/searches.ts';
import {
  contextFollowInput,
  followedInput,
  followInput,
  listFollowInput,
  saveSearchInput,
  searchPlaceholderId,
} from '#lib/community/follows/model.ts';
import { setListing } from '#lib/community/invitations/commands/boundaries.ts';
import { changeThreadRead } from '#lib/community/invitations/commands/threads.ts';
import { listingInput } from '#lib/community/invitations/model/listing.ts';
import { messagesState, threadReadInput } from '#lib/community/invitations/model/threads.ts';
import { threadsOf, unreadThreadsCount } from '#lib/community/invitations/queries/threads.ts';
import { readNotifications } from '#lib/community/notifications/commands/notify.ts';
import { defaultSchedule, digestAnswerInput } from '#lib/community/notifications/model/digest-schedule.ts';
import { readInput } from '#lib/community/notifications/model/notification.ts';
import { unreadCount } from '#lib/community/notifications/queries/notifications.ts';
import { removeSavedWork, saveWork } from '#lib/community/saved-works/commands.ts';
import { maxWorksPerRequest, savedWorkInput } from '#lib/community/saved-works/model.ts';
import { selectSavedIds } from '#lib/community/saved-works/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { requestActor } from '#lib/platform/auth/request-session.ts';
import { transactAs } from '#lib/platform/auth/transact-as.ts';
import { reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { submittedFields } from '#lib/platform/form.ts';
import { noFileResponse, textFileResponse } from '#lib/platform/http/file-responses.ts';
import { safePath } from '#lib/platform/http/safe-path.ts';
import { securityText } from '#lib/platform/http/security-text.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { problemResponse } from '#lib/platform/problem.ts';
import { site } from '#lib/platform/site.ts';
import { setSchedule } from '#lib/portal/digests/commands.ts';
import { refusals } from '#lib/portal/refusals.ts';
import { searchSuggestions } from '#lib/portal/search/queries/suggestions.ts';

/** Small responses that pages request frequently. They are served without Next.js: see docs/decisions/0040-api-before-next.md. */
export const api = new Hono<{ Bindings: HttpBindings }>()
  .get('/.well-known/security.txt', (c) => {
    const text = securityText({ contact: site().contact, base: env().PUBLIC_URL, now: new Date() });
    if (text === null) return noFileResponse('This instance names no contact for security reports.');
    return textFileResponse(c.req.raw, text, 'text/plain', { forRobots: true });
  })
  // A well-known URL for changing passwords (W3C), which password managers open. They store passkeys, too.
  .get('/.well-known/change-password', (c) => c.redirect('/me/security', 302))
  .get('/search/suggestions', async (c) => {
    c.header('X-Robots-Tag', 'noindex');
    return c.json({ suggestions: await searchSuggestions(reader(), c.req.queries('q')?.[0] ?? '') });
  })
  .get('/notifications/unread', async (c) => {
    const actor = await requestActor(c.env.incoming.headers);
    return actor ? c.json(await unreadCountsOf(actor)) : problemFor('not_signed_in');
  })
  .get('/messages/state', async (c) => {
    const actor = await requestActor(c.env.incoming.headers);
    if (!actor) return problemFor('not_signed_in');
    return c.json({ state: messagesState(await threadsOf(reader(), actor)) });
  })
  .get('/feed/new', async (c) => {
    const actor = await requestActor(c.env.incoming.headers);
    if (!actor) return problemFor('not_signed_in');
    const above = parseFeedCursor(c.req.queries('after')?.[0]);
    return c.json({ count: await countNewEntries(reader(), actor.accountId, above) });
  })
  .post('/api/notifications/read', (c) =>
    answerForm(
      c,
      readForm,
      '/notifications',
      async (actor, form) => {
        const outcome = await transactAs(actor, (tx) => readNotifications(tx, actor, form));
        return outcome.ok ? done({ unread: await unreadCount(reader(), actor) }) : outcome;
      },
      () => null,
    ),
  )
  .post('/api/threads/read', (c) =>
    answerForm(
      c,
      threadReadForm,
      '/feed',
      async (actor, form) => {
        const outcome = await transactAs(actor, (tx) => changeThreadRead(tx, actor, form));
        return outcome.ok ? done(await unreadCountsOf(actor)) : outcome;
      },
      () => null,
    ),
  )
  .post('/api/follows', (c) =>
    answerForm(
      c,
      followForm,
      '/feed',
      async (actor, form) => {
        const outcome = await followSubject(actor, form);
        return outcome.ok ? done({ followers: outcome.value.followers, ...(outcome.value.asksDigest && { asksDigest: true }) }) : outcome;
      },
      async (form) => {
        const follow = form.want === 'on' ? await subjectIdOf(form) : null;
        return follow === null ? null : { follow };
      },
    ),
  )
  .post('/api/hidden-suggestions', (c) =>
    answerForm(
      c,
      hideForm,
      '/feed?done=hidden',
      async (actor, form) => {
        const isHidden = form.want === 'on';
        const outcome = await transactAs(
          actor,
          async (tx): Promise<Outcome<null, 'unknown_author'>> =>
            isHidden ? hideSuggestion(tx, actor, form) : showSuggestion(tx, actor, form),
        );
        return outcome.ok ? done({ hidden: isHidden }) : outcome;
      },
      () => null,
    ),
  )
  .post('/api/muted-follows', (c) =>
    answerForm(
      c,
      muteForm,
      '/feed',
      async (actor, { want, ...followed }) => {
        const isMuted = want === 'on';
        const outcome = await transactAs(actor, (tx) => changeFollow(tx, actor, { ...followed, want: isMuted ? 'muted' : 'on' }));
        return outcome.ok ? done({ muted: isMuted }) : outcome;
      },
      () => null,
    ),
  )
  .post('/api/saved-searches', (c) =>
    answerForm(
      c,
      searchForm,
      '/feed',
      async (actor, form) => {
        const outcome = await transactAs(
          actor,
          async (tx): Promise<Outcome<unknown, keyof typeof refusals>> =>
            form.want === 'on' ? saveSearch(tx, actor, form) : changeFollow(tx, actor, { kind: 'search', ...form }),
        );
        return outcome.ok ? done({ following: form.want === 'on' }) : outcome;
      },
      ({ want }) => (want === 'on' ? { follow: searchPlaceholderId } : null),
    ),
  )
  .post('/api/listings', (c) =>
    answerForm(
      c,
      listingForm,
      '/collaborate',
      async (actor, form) => {
        const outcome = await transactAs(actor, (tx) => asOwner(setListing)(tx, actor, form));
        return outcome.ok ? done({ listed: form.want === 'on' }) : outcome;
      },
      () => null,
    ),
  )
  .post('/api/digest', (c) =>
    answerForm(
      c,
      digestForm,
      '/feed',
      async (actor, { frequency, timeZone }) => {
        const outcome = await transactAs(actor, (tx) => setSchedule(tx, actor, { ...defaultSchedule, frequency, timeZone }));
        return outcome.ok ? done({ frequency }) : outcome;
      },
      () => null,
    ),
  )
  .post('/api/pinned-works', (c) =>
    answerForm(
      c,
      pinForm,
      '/me',
      async (actor, form) => {
        const outcome = await transactAs(actor, (tx) => asOwner(pinWork)(tx, actor, form));
        return outcome.ok ? done({ pinned: form.operation !== 'unpin' }) : outcome;
      },
      () => null,
    ),
  )
  .get('/api/saved-works/among', async (c) => {
    const actor = await requestActor(c.env.incoming.headers);
    const workIds = workIdsInput.safeParse(c.req.queries('work') ?? []);
    if (!actor) return problemFor('not_signed_in');
    return workIds.success ? c.json({ saved: [...(await selectSavedIds(reader(), actor, workIds.data))] }) : problemFor('invalid_request');
  })
  .post('/api/saved-works', (c) =>
    answerForm(
      c,
      saveForm,
      '/me/saved',
      async (actor, form) => {
        const saved = form.want === 'on';
        const outcome = await transactAs(actor, async (tx) => (saved ? saveWork(tx, actor, form) : removeSavedWork(tx, actor, form)));
        return outcome.ok ? done({ saved }) : outcome;
      },
      ({ want, workId }) => (want === 'on' ? { save: workId } : null),
    ),
  );
const back = z.string().optional();
const readForm = readInput.and(z.object({ back }));
const wantAndBack = { want: z.enum(['on', 'off']), back };
const followForm = z.union([followInput.extend(wantAndBack), listFollowInput.extend(wantAndBack), contextFollowInput.extend(wantAndBack)]);
type FollowForm = z.infer<typeof followForm>;

/** Returns the id of what to follow; null if there is no such person. */
const subjectIdOf = async (form: FollowForm): Promise<string | null> => {
  if ('slug' in form) return (await findPublicRecord(reader(), form.slug))?.id ?? null;
  return 'contextId' in form ? form.contextId : form.authorId;
};

const hideForm = followInput.extend({ back, want: z.enum(['on', 'off']).default('on') });
const muteForm = followedInput.extend(wantAndBack);
const threadReadForm = threadReadInput.extend({ back });
const searchForm = z.union([
  saveSearchInput.extend({ want: z.literal('on'), back }),
  z.object({ id: z.string().min(1).max(40), want: z.literal('off'), back }),
]);
const digestForm = digestAnswerInput.extend({ back });
const listingForm = listingInput.extend({ back });
const pinForm = pinInput.extend({ back });

const saveForm = savedWorkInput.extend(wantAndBack);

const workIdsInput = z.array(savedWorkInput.shape.workId).max(maxWorksPerRequest);

async function unreadCountsOf(actor: Actor): Promise<{ unread: number; threads: number }> {
  const [unread, threads] = await Promise.all([unreadCount(reader(), actor), unreadThreadsCount(reader(), actor)]);
  return { unread, threads };
}

/** Parses the form of a request; empty if it cannot be parsed. URL-encoded forms are parsed directly from text. */
async function formOf(request: HonoRequest): Promise<Iterable<[string, unknown]>> {
  if (request.header('content-type')?.startsWith('application/x-www-form-urlencoded'))
    return new URLSearchParams(await request.text().catch(() => ''));
  return request.formData().catch(() => new FormData());
}

/**
 * Runs the command of a form. Scripts get JSON; browsers are redirected to the page that contained the form. Without a session they are
 * redirected to the sign-in, which completes the action.
 * @param intentOf returns what to complete after the sign-in, as parameters of its URL; null if nothing is completed
 */
async function answerForm<Form extends { back?: string | undefined }>(
  c: Context<{ Bindings: HttpBindings }>,
  input: z.ZodType<Form>,
  defaultBack: string,
  act: (actor: Actor, form: Form) => Promise<Outcome<object, keyof typeof refusals>>,
  intentOf: (form: Form) => Record<string, string> | null | Promise<Record<string, string> | null>,
): Promise<Response> {
  const form = input.safeParse(submittedFields(await formOf(c.req)));
  const actor = await requestActor(c.env.incoming.headers);
  const outcome = !form.success ? refused('invalid_request') : actor ? await act(actor, form.data) : refused('not_signed_in');
  if (c.req.header('accept')?.startsWith('application/json')) return outcome.ok ? c.json(outcome.value) : problemFor(outcome.code);
  const back = safePath(form.data?.back ?? ownPathOf(c.req.header('referer')), defaultBack);
  if (outcome.ok) return c.redirect(back, 303);
  if (outcome.code !== 'not_signed_in') return c.redirect(problemPath(outcome.code, c.req.header('referer')), 303);
  const intent = (form.success && (await intentOf(form.data))) || { problem: 'not_signed_in' };
  return c.redirect(`/sign-in?${new URLSearchParams({ next: back, ...intent })}`, 303);
}

/** Returns the path of the page that a form was on; undefined if it was not a page of this instance. */
function ownPathOf(referer = ''): string | undefined {
  const page = URL.canParse(referer) ? new URL(referer) : null;
  return page?.origin === new URL(env().PUBLIC_URL).origin ? page.pathname + page.search : undefined;
}

/** Returns the page that explains an error, with a link back to the page of the form. */
function problemPath(code: string, referer: string | undefined): string {
  const back = safePath(ownPathOf(referer), '');
  return `/problems/${code}${back && `?${new URLSearchParams({ back })}`}`;
}

/** Follows or unfollows an author, topic, venue or institution, according to `want`. */
async function followSubject(actor: Actor, form: FollowForm) {
  if ('contextId' in form) return transactAs(actor, (tx) => followContext(tx, actor, form));
  const command = form.want === 'on' ? followAuthor : unfollowAuthor;
  const authorId = await subjectIdOf(form);
  return authorId === null ? refused('unknown_author') : transactAs(actor, (tx) => command(tx, actor, { authorId }));
}

const problemFor = (code: keyof typeof refusals): Response => problemResponse(code, refusals[code]);
