import { and, eq, inArray } from 'drizzle-orm';
import { markAuthorsChanged } from '#lib/catalog/authors/commands/mark-changed.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { suspensionDays } from '#lib/community/limits.ts';
import { claimByProof, openProof, recheckProof } from '#lib/governance/claims/commands/check.ts';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { issueProof } from '#lib/governance/claims/commands/issue.ts';
import { mintProof } from '#lib/governance/claims/model/claim.ts';
import type { FederatedAssertion } from '#lib/governance/claims/model/federated.ts';
import type { ImpostorAct } from '#lib/governance/claims/model/impostor-acts.ts';
import { type ProofKind, proofRules } from '#lib/governance/claims/model/proof-methods.ts';
import { bindingRefusal, probeProof } from '#lib/governance/claims/probes/probe.ts';
import { proofServices } from '#lib/governance/claims/probes/services.ts';
import { federatedProof } from '#lib/governance/claims/queries/federated.ts';
import { orcidProof } from '#lib/governance/claims/queries/proofs.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now, setClock } from '#lib/platform/clock.ts';
import { logins, roles } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims, proofs, reviews } from '#lib/platform/db/schema/claims.ts';
import { authorContexts, contexts } from '#lib/platform/db/schema/contexts.ts';
import { sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { authorships, workSources, works } from '#lib/platform/db/schema/works.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { sealPrintedAddress } from '#lib/platform/keys/seal.ts';
import { volunteer } from '#lib/portal/decisions/commands/volunteer.ts';
import { voteOn } from '#lib/portal/decisions/commands/vote.ts';
import { notifiableReviewer } from '#lib/portal/decisions/queries/reviewers.ts';
import { handlers } from '#lib/runtime/worker/handlers.ts';
import * as worker from '#lib/runtime/worker/worker.ts';
import { fairPage, namedAddress, strongOrcid } from '../evidence.ts';
import { registerInstitution } from '../institutions.ts';
import {
  type AuthorRecord,
  createAccount,
  createRecord,
  createWork,
  inPasskeySession,
  makeReviewerEligible,
  unwrap,
} from '../store/fixtures.ts';
import type { Step, Target } from './acts.ts';
import { createScene, exercisePower, fingerprint, importJointWorks, isReachable, type Scene } from './power-acts.ts';
import type { Servers } from './servers.ts';

const lamp = { rorId: '0lamp0000', name: 'Lamp University', domain: 'lamp.example' };
const mill = { rorId: '0mill0000', name: 'Mill University', domain: 'mill.example' };

/** An honest person with a claim in its notice period, supported by a page of their own. */
interface Claimant extends Victim {
  owner: Actor;
  claimId: string;
}

/** The people of one attempt. Their names contain its tag, so that attempts in one database do not affect each other. */
export interface Cast {
  paula: Victim;
  olga: Victim & { owner: Actor };
  nell: Victim;
  hank: Claimant;
  /**
   * The first two own genuine records at L4, have accounts eligible for reviewers, and share a university. The next two have none. The last two
   * own records at L2, and are co-authors of the others.
   */
  attackers: Actor[];
  /** Ids of attackers whom a careless admin has appointed as reviewers. */
  appointed: Set<string>;
  cora: string;
  tag: string;
  /** The iDs that a publisher has put beside the wrong name, and since when. */
  misstated: Map<string, Date>;
  /** The profiles of the weak owners, and what they share with the others. */
  scene: Scene;
}

export interface Victim extends AuthorRecord {
  name: string;
  doi: string;
  /** The local part of an email address, derived from the name. */
  local: string;
}

/** Returns a name that no other attempt uses. */
const tagged = (given: string, family: string, tag: string): string => `${given} ${family}${tag}`;
const localOf = (name: string): string => name.toLowerCase().replace(' ', '.');

/** Stores the two universities; call it once for a database. */
export async function registerUniversities(store: Store): Promise<void> {
  await store.transact(async (tx) => {
    for (const institution of [lamp, mill]) await registerInstitution(tx, institution);
  });
}

const titleOf = (name: string): string => `On the Lamps of ${name} and Others`;

/** Creates a record with a work at Lamp University, with a co-author, that names a domain and a repository. */
async function createVictim(
  store: Store,
  name: string,
  coauthor: { key: number; name: string },
  tag: string,
  existing?: AuthorRecord,
): Promise<Victim> {
  const record = existing ?? (await createRecord(store, name));
  const doi = `10.1234/${record.id}`;
  const local = localOf(name);
  const workKey = await createWork(store, titleOf(name), [{ key: record.key, name }, coauthor], doi);
  await store.transact(async (tx) => {
    const [context] = await tx
      .select({ key: contexts.key })
      .from(contexts)
      .where(eq(contexts.nameKey, `ror ${lamp.rorId}`));
    const links = { url: `https://project-${tag}.example/paper`, codeUrl: `https://github.com/${local.replace('.', '')}/tool-${tag}` };
    await tx
      .update(works)
      .set({ ...links, year: 2015 })
      .where(eq(works.key, workKey));
    const mine = and(eq(authorships.workKey, workKey), eq(authorships.authorKey, record.key));
    await tx.update(authorships).set({ affiliation: lamp.name }).where(mine);
    await tx.insert(authorContexts).values({ authorKey: record.key, contextKey: context?.key ?? 0, works: 1 });
    await tx
      .update(authors)
      .set({ affiliation: { name: lamp.name, rorId: lamp.rorId, source: 'bibtex' } })
      .where(eq(authors.id, record.id));
  });
  // Two works print an address of a company that has ceased; somebody has planted the other address in one of them.
  const startup = `${local}@startup-${tag}.example`;
  await printAddresses(store, workKey, {
    recordId: record.id,
    name,
    venue: 'Journal of Lamps',
    addresses: [startup, `student17@${lamp.domain}`],
  });
  const second = await createWork(store, `More Lamps of ${name}`, [{ key: record.key, name }, coauthor], `${doi}-b`);
  await printAddresses(store, second, { recordId: `${record.id}-b`, name, venue: 'Lamp Workshop', addresses: [startup] });
  return { ...record, name, doi, local };
}

/** Stores a source record of a work that prints addresses beside a name. */
async function printAddresses(
  store: Store,
  workKey: number,
  { recordId, name, venue, addresses }: { recordId: string; name: string; venue: string; addresses: string[] },
): Promise<void> {
  const payload = { authors: [{ name, printedAddresses: addresses.map(sealPrintedAddress()) }] };
  const stored = { source: 'bibtex', kind: 'work', recordId, version: 1, contentHash: recordId, payload, observedAt: now() };
  await store.transact(async (tx) => {
    await tx.update(works).set({ venue }).where(eq(works.key, workKey));
    const [kept] = await tx.insert(sourceRecords).values(stored).returning({ key: sourceRecords.key });
    await tx
      .insert(workSources)
      .values({ source: 'bibtex', recordId, workKey, recordKey: kept?.key ?? 0, contentHash: recordId, checkedAt: now() });
  });
}

const checkDigit = (digits: string): string => {
  let total = 0;
  for (const digit of digits) total = (total + Number(digit)) * 2;
  const check = (12 - (total % 11)) % 11;
  return check === 10 ? 'X' : String(check);
};
let orcids = 0;
const newOrcid = (): string => {
  orcids += 1;
  const digits = `0000000${String(20_000_000 + orcids).padStart(8, '0')}`;
  return `${digits}${checkDigit(digits)}`.replace(/(.{4})(?=.)/g, '$1-');
};

/** Creates an attacker's own record, at L4 by an iD and an email address. */
async function createOwnRecord(store: Store, actor: Actor, name: string, tag: string): Promise<void> {
  const record = await createVictim(store, name, { key: (await createRecord(store, 'Somebody Else')).key, name: 'Somebody Else' }, tag);
  const orcid = newOrcid();
  await makeReviewerEligible(store, actor);
  await store.transact(async (tx) => {
    const place = { domain: mill.domain, rorId: mill.rorId, organisation: mill.name };
    for (const shown of [strongOrcid(orcid, record.doi), namedAddress(place)])
      unwrap(await claimAuthor(tx, actor, { authorId: record.id, proof: mintProof(shown, actor.accountId, record.id) }));
    // An earlier version let an account appoint itself.
    const role = { accountId: actor.accountId, role: 'reviewer', grantedBy: actor.accountId, grantedAt: now() };
    await tx.insert(roles).values(role).onConflictDoNothing();
  });
}

/** Creates the honest people with their records, and four attackers who share no secret with them. */
export async function createCast(store: Store, servers: Servers, tag: string): Promise<Cast> {
  const cora = tagged('Cora', 'Coauthor', tag);
  const coauthor = { key: (await createRecord(store, cora)).key, name: cora };
  const names = { paula: 'Paula Professor', nell: 'Nell Namesake', olga: 'Olga Owner', hank: 'Hank Honest' };
  const tagOf = (name: string): string => `${name}${tag}`;
  const joint = await importJointWorks(store, Object.values(names).map(tagOf), tag);
  const createKnown = (name: string, victimTag: string): Promise<Victim> =>
    createVictim(store, tagOf(name), coauthor, victimTag, joint.keys.get(tagOf(name)));
  const paula = await createKnown(names.paula, tag);
  const nell = await createKnown(names.nell, `n${tag}`);
  await createVictim(store, nell.name, coauthor, `t${tag}`);
  const olga = await createKnown(names.olga, `o${tag}`);
  const orcid = newOrcid();
  const owner = await createAccount(store, olga.name, { orcid });
  await store.transact(async (tx) => {
    unwrap(await claimAuthor(tx, owner, { authorId: olga.id, proof: mintProof(strongOrcid(orcid, olga.doi), owner.accountId, olga.id) }));
  });
  // Her iD lists her domain, which has since expired and can be bought.
  const urls = [{ url: `https://home-o${tag}.example/`, addedOn: '2016-01-01' }];
  servers.orcid.setWorks(orcid, [{ title: 'x', doi: olga.doi, holder: olga.name, signsAs: olga.name, urls }]);
  const hank = await createKnown(names.hank, `h${tag}`);
  const claimant = await createAccount(store, hank.name);
  const page = mintProof(fairPage(`https://hank-${tag}.example/`), claimant.accountId, hank.id);
  const { claimId } = unwrap(await store.transact((tx) => claimAuthor(tx, claimant, { authorId: hank.id, proof: page })));
  const attackers = [
    await createAccount(store, 'Mallory'),
    await createAccount(store, 'Mal'),
    await createAccount(store, 'Trudy'),
    await createAccount(store, 'Tad'),
  ];
  for (const [at, actor] of attackers.slice(0, 2).entries())
    await createOwnRecord(store, actor, tagged('Mallory', 'Malice', tag), `${at ? 'x' : 'y'}${tag}`);
  const everybody = await store.reader.select({ id: authors.id }).from(authors);
  await store.transact((tx) =>
    markAuthorsChanged(
      tx,
      everybody.map(({ id }) => id),
    ),
  );
  const scene = await createScene(store, owner, joint, tag);
  attackers.push(...scene.weakOwners.map(({ actor }) => actor));
  await finishJobs(store);
  const honest = { paula, olga: { ...olga, owner }, nell, hank: { ...hank, owner: claimant, claimId } };
  const cast = { ...honest, attackers, appointed: new Set<string>(), cora, tag, misstated: new Map(), scene };
  scene.before = await fingerprint(store, cast);
  return cast;
}

/** Runs all due jobs as the worker does, and sends mails by SMTP. */
export const finishJobs = (store: Store): Promise<number> => worker.runDueJobs({ store, handlers });

type By = 'self' | 'wizard' | 'grouped' | 'coauthor' | 'renamed' | 'deposit' | 'unrelated' | 'press' | 'entry';

/** Acts beside the rules: offers to review, a careless admin, votes of attackers in every open review, and the weekly checks. */
export type StaffStep = { staff: 'volunteer' | 'appointed' | 'vote'; who: number } | { staff: 'recheck' };

/** Performs one step by the commands that people use. Refusals are ignored. */
export async function performStep(store: Store, servers: Servers, cast: Cast, step: Step | StaffStep): Promise<void> {
  if ('wait' in step) return passDays(store, servers, cast, step.wait);
  if ('staff' in step) return performStaffStep(store, cast, step);
  const actor = cast.attackers[step.who % cast.attackers.length];
  if (!actor) return;
  if ('use' in step) return exercisePower(store, cast, actor, step);
  await impostors[step.act]({ store, servers, cast, actor, on: step.on });
}

async function performStaffStep(store: Store, cast: Cast, step: StaffStep): Promise<void> {
  if (step.staff === 'recheck') {
    const keys = [cast.paula.id, cast.olga.id, cast.nell.id, cast.hank.id];
    const rows = await store.reader
      .select({ id: proofs.id })
      .from(proofs)
      .where(and(inArray(proofs.authorId, keys), eq(proofs.state, 'valid')));
    for (const { id } of rows) await recheckProof(store, id, proofServices());
    return;
  }
  const actor = cast.attackers[step.who % cast.attackers.length];
  if (!actor) return;
  if (step.staff === 'volunteer') await store.transact((tx) => volunteer(tx, actor));
  else if (step.staff === 'vote') await voteInOpenReviews(store, cast, actor);
  else {
    cast.appointed.add(actor.accountId);
    const isOfActor = and(eq(roles.accountId, actor.accountId), eq(roles.role, 'reviewer'));
    await store.transact((tx) => tx.update(roles).set({ grantedBy: 'an-admin' }).where(isOfActor));
  }
}

/** Days after which a publisher corrects an iD beside the wrong name. */
const correctedAfterDays = 60;

/** Moves the clock, and runs what is due then. */
async function passDays(store: Store, servers: Servers, cast: Cast, days: number): Promise<void> {
  const at = addMs(now(), daysMs(days));
  setClock(() => at);
  for (const [orcid, since] of cast.misstated)
    if (at.getTime() - since.getTime() >= daysMs(correctedAfterDays)) servers.orcid.setWorks(orcid, []);
  await finishJobs(store);
}

/** An act of an attacker, and its target. */
interface Attempt {
  store: Store;
  servers: Servers;
  cast: Cast;
  actor: Actor;
  on: Target;
}

const byOrcid = (attempt: Attempt, by: By, young = false): Promise<void> =>
  claimByOrcid(attempt.store, attempt.servers, attempt.cast, attempt.actor, { on: attempt.on, by, young });

const byMail = (
  { store, servers, cast, actor, on }: Attempt,
  kind: 'institution_email' | 'printed_email',
  address: string,
): Promise<void> => claimByToken(store, servers, actor, cast[on], kind, address);

const byDomain = ({ store, servers, cast, actor, on }: Attempt, which: 'project' | 'home'): Promise<void> =>
  claimByToken(store, servers, actor, cast[on], 'dns', `${which}-${tagOfTarget(cast, on)}.example`);

async function byLogin({ store, cast, actor, on }: Attempt, login: Partial<FederatedAssertion>): Promise<void> {
  const victim = cast[on];
  const assertion: FederatedAssertion = {
    ...{ issuer: 'https://login.lamp.example', subject: actor.accountId, names: [victim.name], domains: [lamp.domain] },
    ...{ staffDomains: [lamp.domain, mill.domain], isBounded: true, assured: false },
    ...login,
  };
  const proof = await federatedProof(store.reader, actor.accountId, victim.id, assertion);
  await claimBy(store, actor, victim, proof ? { ok: true, value: proof } : null);
}

async function byRepository({ store, servers, cast, actor, on }: Attempt, how: 'push' | 'forge' | 'register'): Promise<void> {
  const login = cast[on].local.replace('.', '');
  const repository = `https://github.com/${login}/tool-${tagOfTarget(cast, on)}`;
  stubRepositoryHost(servers, repository, login, how);
  await claimByToken(store, servers, actor, cast[on], 'repository', repository);
}

/** Performs each declared act by the commands that people use, with test servers for the outside world. */
const impostors: Readonly<Record<ImpostorAct, (attempt: Attempt) => Promise<void>>> = {
  rename_id: (attempt) => byOrcid(attempt, 'unrelated'),
  list_work: (attempt) => byOrcid(attempt, 'self'),
  use_search_tool: (attempt) => byOrcid(attempt, 'wizard'),
  group_identifier: (attempt) => byOrcid(attempt, 'grouped'),
  async sign_together(attempt) {
    await byOrcid(attempt, 'coauthor');
    await byOrcid(attempt, 'renamed');
  },
  deposit_copy: (attempt) => byOrcid(attempt, 'deposit'),
  use_press: (attempt) => byOrcid(attempt, 'press'),
  misstate_id: (attempt) => byOrcid(attempt, 'entry', true),
  async enrol(attempt) {
    await byMail(attempt, 'institution_email', `student17@${lamp.domain}`);
    await byLogin(attempt, { staffDomains: [] });
  },
  take_role: (attempt) => byMail(attempt, 'institution_email', `info@${lamp.domain}`),
  async work_elsewhere(attempt) {
    await byMail(attempt, 'institution_email', `${attempt.cast[attempt.on].local}@${mill.domain}`);
    await byLogin(attempt, { domains: [mill.domain] });
  },
  get_host: (attempt) => byMail(attempt, 'institution_email', `${attempt.cast[attempt.on].local}@shop.${lamp.domain}`),
  // Only Nell has a namesake who works there.
  async share_name(attempt) {
    if (attempt.on !== 'nell') return;
    await byMail(attempt, 'institution_email', `${attempt.cast.nell.local}@${lamp.domain}`);
    await byLogin(attempt, {});
  },
  async share_initial(attempt) {
    const { local, name } = attempt.cast[attempt.on];
    await byMail(attempt, 'institution_email', `${local.slice(0, 1)}${local.split('.')[1]}@${lamp.domain}`);
    await byLogin(attempt, { names: [name.replace(/^(.)\S*/, '$1.')] });
  },
  run_issuer: (attempt) => byLogin(attempt, { isBounded: false }),
  async buy_domain(attempt) {
    const { cast, on } = attempt;
    await byMail(attempt, 'printed_email', `${cast[on].local}@startup-${tagOfTarget(cast, on)}.example`);
    await byDomain(attempt, 'project');
    await byDomain(attempt, 'home');
  },
  plant_address: (attempt) => byMail(attempt, 'printed_email', `student17@${lamp.domain}`),
  push_file: (attempt) => byRepository(attempt, 'push'),
  forge_author: (attempt) => byRepository(attempt, 'forge'),
  register_login: (attempt) => byRepository(attempt, 'register'),
};

const tagOfTarget = ({ tag }: Cast, on: Target): string => `${on === 'paula' ? '' : on.slice(0, 1)}${tag}`;

async function voteInOpenReviews(store: Store, { paula, olga, nell, hank }: Cast, actor: Actor): Promise<void> {
  const about = inArray(
    reviews.authorId,
    [paula, olga, nell, hank].map(({ id }) => id),
  );
  const open = await store.reader
    .select()
    .from(reviews)
    .where(and(about, eq(reviews.state, 'open')));
  for (const { id, subjectId } of open) {
    const ballot = { reviewId: id, decision: 'uphold', reason: 'rival_proof', remedy: 'show_strong_proof', favours: subjectId } as const;
    await store.transact((tx) => voteOn(tx, inPasskeySession(actor), ballot));
  }
}

type ClaimProof = Parameters<typeof claimAuthor>[2]['proof'];

async function claimBy(
  store: Store,
  actor: Actor,
  { id }: Victim,
  proof: { ok: true; value: ClaimProof } | { ok: false } | null,
): Promise<void> {
  if (!proof?.ok) return;
  await store.transact((tx) => claimAuthor(tx, actor, { authorId: id, proof: proof.value }));
}

async function claimByOrcid(
  store: Store,
  servers: Servers,
  cast: Cast,
  actor: Actor,
  { on, by, young }: { on: Target; by: By; young: boolean },
): Promise<void> {
  const victim = cast[on];
  const linked = and(eq(logins.userId, actor.accountId), eq(logins.provider, 'orcid'));
  const [before] = await store.reader.select({ orcid: logins.providerAccountId }).from(logins).where(linked);
  // Only a new iD is young: it takes the place of the one before.
  const orcid = (young ? null : before?.orcid) ?? newOrcid();
  if (young) cast.misstated.set(orcid, now());
  if (orcid !== before?.orcid)
    await store.transact(async (tx) => {
      await tx.delete(logins).where(linked);
      const login = { userId: actor.accountId, type: 'oauth', provider: 'orcid', providerAccountId: orcid };
      await tx.insert(logins).values({ ...login, linkedAt: now() });
    });
  const registeredOn = (cast.misstated.get(orcid) ?? new Date('2014-05-01')).toISOString().slice(0, 10);
  const common = { title: 'x', holder: victim.name, registeredOn };
  const unrelated = { ...common, doi: `10.9999/${actor.accountId}` };
  const orcidWorks = {
    self: [{ ...common, doi: victim.doi, assertedBy: null }],
    wizard: [{ ...common, doi: victim.doi, assertedBy: 'Crossref Metadata Search' }],
    // A work that Crossref added, into whose group the holder has put the victim's identifier.
    grouped: [unrelated, { ...common, doi: victim.doi, assertedBy: null }],
    coauthor: [{ ...common, doi: victim.doi, signsAs: cast.cora }],
    // The co-author's own iD with another name, on items in which the publishers list no iDs.
    renamed: [
      { ...common, doi: victim.doi },
      { ...common, doi: `${victim.doi}-b` },
    ],
    // A text with the same title and names, deposited under a new DOI that its registry adds to the iD.
    deposit: [{ ...unrelated, title: titleOf(victim.name), signsAs: victim.name, contributors: [cast.cora], assertedBy: 'DataCite' }],
    unrelated: [unrelated],
    // A publisher that passes on any iD and name that it is given.
    press: [{ ...common, doi: victim.doi, assertedBy: 'Paper Mill Press', signsAs: victim.name }],
    // A publisher that was given another iD for the victim.
    entry: [{ ...common, doi: victim.doi, signsAs: victim.name }],
  };
  servers.orcid.setWorks(orcid, orcidWorks[by]);
  return claimBy(store, actor, victim, await orcidProof(store.reader, actor, victim.id, proofServices().orcid, proofServices()));
}

function stubRepositoryHost({ web }: Servers, repository: string, login: string, how: 'push' | 'forge' | 'register'): void {
  const path = new URL(repository).pathname;
  const json = (at: string, body: unknown) =>
    web.setPage(at, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  // The attacker is account 900 and signs the commits, whatever author they name. An old account has been renamed to a released login.
  const id = how === 'push' || how === 'forge' ? 100 : 900;
  json(`/api/repos${path}`, { owner: { id, login, type: 'User' } });
  const commit = {
    author: { id: how === 'forge' ? 100 : 900 },
    committer: { id: 900 },
    commit: { author: { email: 'mallory@mill.example' }, verification: { verified: true } },
  };
  for (const file of ['.peergraph-proof', 'peergraph-proof.txt']) json(`/api/repos${path}/commits?path=${file}&per_page=1`, [commit]);
}

/** Requests a token, publishes it wherever the attacker can, and claims with the evidence that is found. */
async function claimByToken(store: Store, servers: Servers, actor: Actor, victim: Victim, kind: ProofKind, target: string): Promise<void> {
  const world = proofServices();
  if (kind === 'email' || kind === 'orcid' || kind === 'orcid_employment' || kind === 'federated') return;
  if (await bindingRefusal(store.reader, victim.id, kind, target, world)) return;
  const issued = await store.transact((tx) => issueProof(tx, actor, { authorId: victim.id, kind, target }));
  if (!issued.ok) return;
  const { id, token } = issued.value;
  const { by } = proofRules[kind];
  if (kind === 'dns') {
    servers.dns.setTxtRecords(`_peergraph.${target}`, [`peergraph-proof=${token}`]);
    // The domain was bought this month, which is what its registry returns from now on.
    const events = [{ eventAction: 'registration', eventDate: '2026-11-01T00:00:00Z' }];
    servers.web.setPage(`/rdap/domain/${target}`, {
      headers: { 'content-type': 'application/rdap+json' },
      body: JSON.stringify({ events }),
    });
  } else if (kind === 'repository') {
    servers.web.setPage(`/github${new URL(target).pathname}/.peergraph-proof`, {
      headers: { 'content-type': 'text/plain' },
      body: `${token}\n`,
    });
  } else if (kind === 'rel_me') {
    const body = `<h1>${victim.name}</h1><a rel="me" href="${world.publicUrl}/authors/${victim.id}">record</a>`;
    servers.web.setPage(new URL(target).pathname, { body });
  } else await finishJobs(store);
  const open = await openProof(store.reader, actor, id, by === 'mail' ? 'mail' : 'probe');
  if (!open.ok) return;
  const found = await probeProof(store.reader, open.value, world);
  if (!found.ok) return;
  const mails = servers.smtp.arrived.filter(({ recipients }) => recipients.includes(target));
  const code = by === 'mail' ? /code=([0-9a-z]{32})/.exec(mails.at(-1)?.mail.text ?? '')?.[1] : undefined;
  await store.transact((tx) => claimByProof(tx, actor, open.value, found.value, code));
}

/** Returns the first invariant that the attackers broke, or null. */
export async function findBreach(store: Store, { paula, olga, nell, hank, attackers, appointed }: Cast): Promise<string | null> {
  await finishJobs(store);
  const attackerIds = new Set(attackers.map(({ accountId }) => accountId));
  for (const { accountId } of attackers)
    if (!appointed.has(accountId) && (await notifiableReviewer(store.reader, accountId))) return 'an attacker is a reviewer';
  const [waiting] = await store.reader.select().from(claims).where(eq(claims.id, hank.claimId));
  if (waiting?.state === 'rejected' || waiting?.state === 'revoked') return 'an honest claim has ended';
  for (const victim of [paula, olga, nell, hank]) {
    const [record] = await store.reader.select().from(authors).where(eq(authors.id, victim.id));
    const isTheirs = record?.ownerId != null && attackerIds.has(record.ownerId);
    const trust = await trustOf(store.reader, victim.key);
    if (isTheirs && (trust?.level ?? 0) >= 3) return `an attacker holds ${victim.name} at L${trust?.level}`;
    if (victim !== olga) continue;
    if (record?.ownerId !== olga.owner.accountId) return 'an owner has lost her record';
    if (record.claimState !== 'claimed') return `an owner's record is ${record.claimState}`;
  }
  const held = await store.reader
    .select({ account: claims.accountId, name: authors.name })
    .from(claims)
    .innerJoin(authors, eq(authors.id, claims.authorId))
    .where(and(inArray(claims.accountId, [...attackerIds]), eq(claims.state, 'accepted')));
  for (const names of Map.groupBy(held, ({ account }) => account).values()) {
    const [first] = names;
    if (first && names.some(({ name }) => !isSameText(first.name, name))) return 'one account holds the records of two people';
  }
  return null;
}

/** Longer than any change below L3 may last; with the week of a strong proof also longer than two times to contest. */
const limitedDays = 15;

/** Lets every limited time pass. Returns what the attackers have changed beyond it, or whom they have shut out, or null. */
export async function findLastingBreach(store: Store, servers: Servers, cast: Cast): Promise<string | null> {
  await passDays(store, servers, cast, limitedDays);
  const isOpen = await isReachable(store, cast.paula, () => passDays(store, servers, cast, suspensionDays));
  if (!isOpen) return 'a strong proof does not get the record';
  for (const [part, value] of Object.entries(await fingerprint(store, cast)))
    if (value !== cast.scene.before[part]) return `the records of others have changed: ${part} ${value}`;
  return findBreach(store, cast);
}

/** Independent of the rule under test. */
const isSameText = (one: string, other: string): boolean => one === other;
