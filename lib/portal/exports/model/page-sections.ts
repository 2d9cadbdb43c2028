import { z } from 'zod';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import { hideableFieldNames, hideableFields } from '#lib/catalog/statements/model/hidden-fields.ts';
import { isPurpose, purposes } from '#lib/community/invitations/model/purposes.ts';
import { parseJson } from '#lib/platform/text/json.ts';
import type { ExportContent } from './archive.ts';
import { type Html, html } from './html.ts';

interface PageSection {
  id: string;
  title: string;
  body: Html;
}

/** Maximum number of entries on the page; the JSON file has all of them. */
const maxShown = 500;

const dayIn = (at: string | null): string => at?.slice(0, 10) ?? '';
const emptyNote = (text: string): Html => html`<p class="soft">${text}</p>`;

/** Renders a list, with a reference to the file if the list is truncated. */
function renderList<Item>(items: readonly Item[], file: string, empty: string, renderItem: (item: Item) => Html): Html {
  if (items.length === 0) return emptyNote(empty);
  const omittedCount = items.length - maxShown;
  return html`<ul class="plain">${items.slice(0, maxShown).map((item) => html`<li>${renderItem(item)}</li>`)}</ul>${
    omittedCount > 0 ? emptyNote(`and ${omittedCount} more in data/${file}.json`) : null
  }`;
}

/** Renders a link into the instance, or plain text if the path leads to another origin. */
const renderLink = (instance: string, path: string | null, text: string): Html => {
  const url = path === null || !URL.canParse(path, instance) ? null : new URL(path, instance);
  return url?.origin === new URL(instance).origin ? html`<a href="${url.href}">${text}</a>` : html`${text}`;
};

const renderDetails = (details: (string | number | null)[]): Html =>
  html` <span class="soft">${details.filter((each) => each !== null && each !== '').join(' · ')}</span>`;

function renderAccount({ account: file }: ExportContent): Html {
  const { account, logins, passkeys, sessions, roles, erasure, pendingAddress, pendingRecovery } = file;
  const facts: [string, string | null][] = [
    ['Name', account.name],
    ['Email', account.email],
    ['New email address', pendingAddress && `${pendingAddress.address}, from ${dayIn(pendingAddress.opensAt)}`],
    ['Recovery contact', account.recoveryEmail && `${account.recoveryEmail}, confirmed on ${dayIn(account.recoveryConfirmedAt)}`],
    ['Recovery requested', pendingRecovery && `it opens on ${dayIn(pendingRecovery.opensAt)}`],
    ['Signed up', dayIn(account.createdAt)],
    ['Signs in with', logins.map(({ provider, id }) => `${provider}: ${id}`).join(', ')],
    ['Passkeys', passkeys.map(({ name, removedAt }) => (removedAt ? `${name} (removed)` : name)).join(', ')],
    ['Sessions', sessions.map(({ device, since }) => `${device ?? 'An unknown browser'} since ${dayIn(since)}`).join('; ')],
    ['Roles', roles.map(({ role }) => role).join(', ')],
    ['To be erased', dayIn(erasure?.runAt ?? null)],
  ];
  return html`<dl>${facts.map(([term, value]) => (value ? html`<dt>${term}</dt><dd>${value}</dd>` : html``))}</dl>`;
}

const privacyValue = z.object({ hidden: z.array(z.string()), indexed: z.boolean() });

/** Returns a statement as text: structured values are stored as JSON, which the JSON file contains unchanged. */
function statementText(field: string, value: string, works: readonly { id: string; title: string | null }[]): string {
  if (field === 'photo') return 'in records.json, as JPEG in base64';
  if (field === 'pinned') {
    const ids = z.array(z.string()).safeParse(parseJson(value));
    return ids.success ? ids.data.map((id) => works.find((work) => work.id === id)?.title ?? id).join('; ') : value;
  }
  if (field !== 'privacy') return value;
  const privacy = privacyValue.safeParse(parseJson(value));
  if (!privacy.success) return value;
  const hidden = hideableFieldNames.filter((each) => privacy.data.hidden.includes(each)).map((each) => hideableFields[each].label);
  return `hidden: ${hidden.length > 0 ? hidden.join('; ') : 'nothing'}. Search engines ${privacy.data.indexed ? 'may' : 'must not'} list the profile`;
}

const renderRecords = ({ records: file }: ExportContent, instance: string): Html =>
  file.records.length === 0
    ? emptyNote('You own no profile.')
    : html`${file.records.map(
        (record) => html`<h3>${renderLink(instance, record.path, record.name ?? 'A profile that is not shown')}</h3>
<p class="soft">${[record.claimState, `${record.works.length} works`, ...record.orcids.map((iD) => `ORCID ${iD}`)].join(' · ')}</p>
${record.statements.length > 0 ? html`<dl>${record.statements.map(({ field, value }) => html`<dt>${field}</dt><dd>${statementText(field, value, record.works)}</dd>`)}</dl>` : null}
${renderList(record.works, 'records', 'No works.', (work) => html`${renderLink(instance, `/works/${work.id}`, work.title ?? untitledWork)}${renderDetails([work.year, work.identifiers.map(({ scheme, value }) => `${scheme} ${value}`).join(', '), work.opinion?.replace('_', ' ') ?? null])}`)}`,
      )}`;

const renderClaims = ({ claims: file }: ExportContent, instance: string): Html =>
  html`${renderList(file.claims, 'claims', 'No claims.', (claim) => html`${renderLink(instance, claim.record.path, claim.record.name ?? 'A profile that is not shown')}${renderDetails([claim.state.replace('_', ' '), `${claim.strength} evidence`, dayIn(claim.createdAt)])}`)}
<h3>Proofs</h3>${renderList(file.proofs, 'claims', 'No proofs.', (proof) => html`${proof.kind.replaceAll('_', ' ')}: ${proof.target}${renderDetails([proof.state, dayIn(proof.issuedAt)])}`)}`;

const renderFollows = ({ follows: { people, places } }: ExportContent, instance: string): Html =>
  html`<h3>People</h3>${renderList(people, 'follows', 'Nobody.', (person) => html`${renderLink(instance, person.path, person.name ?? 'A profile that is not shown')}${renderDetails([person.state === 'muted' ? 'muted' : null, `since ${dayIn(person.since)}`])}`)}
<h3>Topics, venues and institutions</h3>${renderList(places, 'follows', 'None.', (place) => html`${renderLink(instance, place.path, place.name)}${renderDetails([place.kind, place.state === 'muted' ? 'muted' : null, `since ${dayIn(place.since)}`])}`)}`;

const purposeLabelOf = (purpose: string): string => (isPurpose(purpose) ? purposes[purpose] : purpose);

const renderInvitations = ({ invitations: file }: ExportContent): Html =>
  renderList(
    file.invitations,
    'invitations',
    'None.',
    (
      each,
    ) => html`${each.role === 'sender' ? `To ${each.to.name}` : `From ${each.from.name}`}${renderDetails([purposeLabelOf(each.purpose), each.state, dayIn(each.sentAt)])}
<details><summary>Message</summary><p>${each.message}</p></details>`,
  );

const renderThreads = ({ threads: file }: ExportContent): Html =>
  renderList(
    file.threads,
    'threads',
    'None.',
    (thread) => html`<details><summary>With ${thread.other.name}, ${thread.messages.length} messages since ${dayIn(thread.opened)}</summary>
<ol class="said">${thread.messages.slice(0, maxShown).map(({ by, at, markdown, works }) => html`<li>${by} <span class="soft">${at.slice(0, 16).replace('T', ' ')} UTC</span><p>${markdown}</p>${works.map(({ title }) => html`<p class="soft">Work: ${title}</p>`)}</li>`)}</ol></details>`,
  );

const renderNotifications = ({ notifications: file }: ExportContent): Html =>
  renderList(
    file.notifications,
    'notifications',
    'None.',
    ({ title, text, at }) => html`${title}${renderDetails([dayIn(at)])}<br><span class="soft">${text}</span>`,
  );

/** Returns the sections that index.html shows in full; other kinds are only in their files. */
export const pageSectionsOf = (content: ExportContent, instance: string): PageSection[] => [
  { id: 'account', title: 'Account', body: renderAccount(content) },
  { id: 'records', title: 'Profiles and works', body: renderRecords(content, instance) },
  { id: 'claims', title: 'Claims and proofs', body: renderClaims(content, instance) },
  { id: 'follows', title: 'You follow', body: renderFollows(content, instance) },
  {
    id: 'searches',
    title: 'Saved searches',
    body: renderList(content.searches.searches, 'searches', 'None.', ({ name, query }) => renderLink(instance, `/search?${query}`, name)),
  },
  {
    id: 'saved',
    title: 'Saved works',
    body: renderList(
      content.saved.works,
      'saved',
      'None.',
      ({ path, title, since }) =>
        html`${renderLink(instance, path, path === null ? 'A work that is not shown' : (title ?? untitledWork))}${renderDetails([`since ${dayIn(since)}`])}`,
    ),
  },
  { id: 'invitations', title: 'Invitations', body: renderInvitations(content) },
  { id: 'threads', title: 'Conversations', body: renderThreads(content) },
  { id: 'notices', title: 'Notifications', body: renderNotifications(content) },
];
