import { z } from 'zod';
import { hiddenFields, hideable } from '#lib/catalog/statements/model/hidden-fields.ts';
import { isPurpose, purposes } from '#lib/community/invitations/model/purposes.ts';
import type { ExportContent } from './archive.ts';
import { type Html, html } from './html.ts';

interface PageSection {
  id: string;
  title: string;
  body: Html;
}

/** Maximum number of entries on the page; the JSON file has all of them. */
const maxShown = 500;

const day = (at: string | null): string => at?.slice(0, 10) ?? '';
const none = (words: string): Html => html`<p class="soft">${words}</p>`;

/** Renders a list, with a reference to the file if the list is truncated. */
function lines<Item>(items: readonly Item[], file: string, empty: string, line: (item: Item) => Html): Html {
  if (items.length === 0) return none(empty);
  const more = items.length - maxShown;
  return html`<ul class="plain">${items.slice(0, maxShown).map((item) => html`<li>${line(item)}</li>`)}</ul>${
    more > 0 ? none(`and ${more} more in data/${file}.json`) : null
  }`;
}

/** Renders a link into the instance, or plain text if the path leads to another origin. */
const linked = (instance: string, path: string | null, words: string): Html => {
  const address = path === null || !URL.canParse(path, instance) ? null : new URL(path, instance);
  return address?.origin === new URL(instance).origin ? html`<a href="${address.href}">${words}</a>` : html`${words}`;
};

const aside = (words: (string | number | null)[]): Html =>
  html` <span class="soft">${words.filter((each) => each !== null && each !== '').join(' · ')}</span>`;

function account({ account: file }: ExportContent): Html {
  const { account, logins, passkeys, sessions, roles, erasure, pendingAddress, pendingRecovery } = file;
  const facts: [string, string | null][] = [
    ['Name', account.name],
    ['Email', account.email],
    ['New email address', pendingAddress && `${pendingAddress.address}, from ${day(pendingAddress.opensAt)}`],
    ['Recovery contact', account.recoveryEmail && `${account.recoveryEmail}, confirmed on ${day(account.recoveryConfirmedAt)}`],
    ['Recovery requested', pendingRecovery && `it opens on ${day(pendingRecovery.opensAt)}`],
    ['Signed up', day(account.createdAt)],
    ['Signs in with', logins.map(({ provider, id }) => `${provider}: ${id}`).join(', ')],
    ['Passkeys', passkeys.map(({ name, removedAt }) => (removedAt ? `${name} (removed)` : name)).join(', ')],
    ['Sessions', sessions.map(({ device, since }) => `${device ?? 'An unknown browser'} since ${day(since)}`).join('; ')],
    ['Roles', roles.map(({ role }) => role).join(', ')],
    ['To be erased', day(erasure?.runAt ?? null)],
  ];
  return html`<dl>${facts.map(([term, is]) => (is ? html`<dt>${term}</dt><dd>${is}</dd>` : html``))}</dl>`;
}

const privacyValue = z.object({ hidden: z.array(z.string()), indexed: z.boolean() });

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Returns a statement as text: structured values are stored as JSON, which the JSON file contains unchanged. */
function statementText(field: string, value: string, works: readonly { id: string; title: string | null }[]): string {
  if (field === 'photo') return 'in records.json, as JPEG in base64';
  if (field === 'pinned') {
    const ids = z.array(z.string()).safeParse(json(value));
    return ids.success ? ids.data.map((id) => works.find((work) => work.id === id)?.title ?? id).join('; ') : value;
  }
  if (field !== 'privacy') return value;
  const privacy = privacyValue.safeParse(json(value));
  if (!privacy.success) return value;
  const hidden = hiddenFields.filter((each) => privacy.data.hidden.includes(each)).map((each) => hideable[each].label);
  return `hidden: ${hidden.length > 0 ? hidden.join('; ') : 'nothing'}. Search engines ${privacy.data.indexed ? 'may' : 'must not'} list the profile`;
}

const records = ({ records: file }: ExportContent, instance: string): Html =>
  file.records.length === 0
    ? none('You own no profile.')
    : html`${file.records.map(
        (record) => html`<h3>${linked(instance, record.path, record.name ?? 'A profile that is not shown')}</h3>
<p class="soft">${[record.claimState, `${record.works.length} works`, ...record.orcids.map((iD) => `ORCID ${iD}`)].join(' · ')}</p>
${record.statements.length > 0 ? html`<dl>${record.statements.map(({ field, value }) => html`<dt>${field}</dt><dd>${statementText(field, value, record.works)}</dd>`)}</dl>` : null}
${lines(record.works, 'records', 'No works.', (work) => html`${linked(instance, `/works/${work.id}`, work.title ?? 'A work without a title')}${aside([work.year, work.identifiers.map(({ scheme, value }) => `${scheme} ${value}`).join(', '), work.opinion?.replace('_', ' ') ?? null])}`)}`,
      )}`;

const claims = ({ claims: file }: ExportContent, instance: string): Html =>
  html`${lines(file.claims, 'claims', 'No claims.', (claim) => html`${linked(instance, claim.record.path, claim.record.name ?? 'A profile that is not shown')}${aside([claim.state.replace('_', ' '), `${claim.strength} evidence`, day(claim.createdAt)])}`)}
<h3>Proofs</h3>${lines(file.proofs, 'claims', 'No proofs.', (proof) => html`${proof.kind.replaceAll('_', ' ')}: ${proof.target}${aside([proof.state, day(proof.issuedAt)])}`)}`;

const follows = ({ follows: { people, places } }: ExportContent, instance: string): Html =>
  html`<h3>People</h3>${lines(people, 'follows', 'Nobody.', (person) => html`${linked(instance, person.path, person.name ?? 'A profile that is not shown')}${aside([person.state === 'muted' ? 'muted' : null, `since ${day(person.since)}`])}`)}
<h3>Topics, venues and institutions</h3>${lines(places, 'follows', 'None.', (place) => html`${linked(instance, place.path, place.name)}${aside([place.kind, place.state === 'muted' ? 'muted' : null, `since ${day(place.since)}`])}`)}`;

const purposeOf = (purpose: string): string => (isPurpose(purpose) ? purposes[purpose] : purpose);

const invitations = ({ invitations: file }: ExportContent): Html =>
  lines(
    file.invitations,
    'invitations',
    'None.',
    (
      each,
    ) => html`${each.role === 'sender' ? `To ${each.to.name}` : `From ${each.from.name}`}${aside([purposeOf(each.purpose), each.state, day(each.sentAt)])}
<details><summary>Message</summary><p>${each.message}</p></details>`,
  );

const threads = ({ threads: file }: ExportContent): Html =>
  lines(
    file.threads,
    'threads',
    'None.',
    (thread) => html`<details><summary>With ${thread.other.name}, ${thread.messages.length} messages since ${day(thread.opened)}</summary>
<ol class="said">${thread.messages.slice(0, maxShown).map(({ by, at, markdown, works }) => html`<li>${by} <span class="soft">${at.slice(0, 16).replace('T', ' ')} UTC</span><p>${markdown}</p>${works.map(({ title }) => html`<p class="soft">Work: ${title}</p>`)}</li>`)}</ol></details>`,
  );

const notices = ({ notifications: file }: ExportContent): Html =>
  lines(
    file.notifications,
    'notifications',
    'None.',
    ({ title, text, at }) => html`${title}${aside([day(at)])}<br><span class="soft">${text}</span>`,
  );

/** Returns the sections that index.html shows in full; other kinds are only in their files. */
export const sectionsOf = (content: ExportContent, instance: string): PageSection[] => [
  { id: 'account', title: 'Account', body: account(content) },
  { id: 'records', title: 'Profiles and works', body: records(content, instance) },
  { id: 'claims', title: 'Claims and proofs', body: claims(content, instance) },
  { id: 'follows', title: 'You follow', body: follows(content, instance) },
  {
    id: 'searches',
    title: 'Saved searches',
    body: lines(content.searches.searches, 'searches', 'None.', ({ name, query }) => linked(instance, `/search?${query}`, name)),
  },
  {
    id: 'saved',
    title: 'Saved works',
    body: lines(
      content.saved.works,
      'saved',
      'None.',
      ({ path, title, since }) =>
        html`${linked(instance, path, path === null ? 'A work that is not shown' : (title ?? 'A work without a title'))}${aside([`since ${day(since)}`])}`,
    ),
  },
  { id: 'invitations', title: 'Invitations', body: invitations(content) },
  { id: 'threads', title: 'Conversations', body: threads(content) },
  { id: 'notices', title: 'Notifications', body: notices(content) },
];
