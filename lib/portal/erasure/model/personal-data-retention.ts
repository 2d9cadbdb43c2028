/**
 * What this instance holds about an account: every column that refers to one, whether and in which file it comes with the copy that a
 * person can take home, and what becomes of it when they have their account erased. Each "no" says why. A test reads the schema and
 * fails where a table or a column is missing here, so that none can be forgotten.
 */
interface PersonalData {
  /** As SQL names it. */
  table: string;
  /** As lib/platform/db/schema names it. */
  column: string;
  /** What the column holds: the account's id, its address, or something from which one of them can be read. */
  holds: 'id' | 'address' | 'within';
  inExport: InExport;
  atErasure: AtErasure;
}

/** The file of the copy, or why there is none. */
type InExport = { file: ExportFile } | { not: string };

/**
 * `delete` the row, `clear` the column, `replace` the id by one that means nobody, `keep` as it is. Each says why.
 */
type AtErasure = { does: 'delete' | 'clear' | 'replace' | 'keep'; why: string };

/** The files of a copy that hold what is said of the account, by their names without an ending. */
export const exportFiles = [
  'account',
  'claims',
  'reviews',
  'acts',
  'records',
  'trust',
  'words',
  'follows',
  'searches',
  'notifications',
  'settings',
  'invitations',
  'threads',
  'collaborations',
  'boundaries',
  'reports',
  'changes',
  'visibility',
  'exports',
] as const;
export type ExportFile = (typeof exportFiles)[number];

const file = (name: ExportFile): InExport => ({ file: name });
const not = (why: string): InExport => ({ not: why });
const goes = (why: string): AtErasure => ({ does: 'delete', why });
const cleared = (why: string): AtErasure => ({ does: 'clear', why });
const replaced = (why: string): AtErasure => ({ does: 'replace', why });

const own = 'It is the account’s own, and of use to nobody else.';
const othersNeedIt = 'Others stand on it; who acted is no longer told.';

const id = (table: string, column: string, inExport: InExport, atErasure: AtErasure): PersonalData => ({
  table,
  column,
  holds: 'id',
  inExport,
  atErasure,
});

export const personalData: readonly PersonalData[] = [
  id('accounts', 'id', file('account'), goes('It is the account.')),
  { table: 'accounts', column: 'email', holds: 'address', inExport: file('account'), atErasure: goes('It is the account.') },
  { table: 'accounts', column: 'recoveryEmail', holds: 'address', inExport: file('account'), atErasure: goes('It is the account.') },
  id('logins', 'userId', file('account'), goes(own)),
  id('sessions', 'userId', file('account'), goes(own)),
  {
    table: 'sessions',
    column: 'network',
    holds: 'within',
    inExport: not('A keyed seal of the network of the sign-in: it reads as nothing, and is compared between reviewers alone.'),
    atErasure: goes(own),
  },
  {
    table: 'sign_in_tokens',
    column: 'identifier',
    holds: 'within',
    inExport: not('A link that waits is a key; it ends within a day, or by itself after the wait for the recovery contact.'),
    atErasure: goes('A link must not lead into an account that is gone.'),
  },
  id('passkeys', 'accountId', file('account'), goes(own)),
  id('passkey_challenges', 'accountId', not('A random number that lives five minutes and says nothing of anybody.'), goes(own)),
  id('roles', 'accountId', file('account'), goes('Nobody is left who could act by it.')),
  id('roles', 'grantedBy', file('acts'), replaced(othersNeedIt)),
  id('audit_entries', 'accountId', file('acts'), replaced('The operator’s book stays whole; it no longer says who.')),
  {
    table: 'audit_entries',
    column: 'subjectId',
    holds: 'within',
    inExport: file('acts'),
    atErasure: replaced('The operator’s book stays whole; it no longer says who.'),
  },
  id('data_exports', 'accountId', file('exports'), goes('Its bytes go with it.')),
  id(
    'data_export_parts',
    'accountId',
    not('They are the bytes of the copies themselves; what they hold is in this one, as it is today.'),
    goes('They hold everything.'),
  ),
  id('data_imports', 'accountId', file('exports'), goes(own)),
  id('erasures', 'accountId', file('account'), {
    does: 'keep',
    why: 'It shows that the erasure was asked for and done; the random id leads nowhere any longer.',
  }),
  id('announcements', 'createdBy', file('acts'), replaced(othersNeedIt)),

  id('authors', 'ownerId', file('records'), cleared('The record is the sources’; it is unclaimed again.')),
  id('owner_statements', 'accountId', file('records'), goes('What the owner says of themselves goes with them.')),
  id('authorship_opinions', 'accountId', file('records'), goes('What the owner says of their works goes with them.')),
  id('claims', 'accountId', file('claims'), replaced('That the record was claimed stands in the log; it no longer says by whom.')),
  id('claim_events', 'accountId', file('claims'), replaced(othersNeedIt)),
  id('proofs', 'accountId', file('claims'), goes('They show what the account controls; what is public of them stands in the log.')),
  id('disputes', 'accountId', file('claims'), replaced(othersNeedIt)),
  {
    table: 'reviews',
    column: 'parties',
    holds: 'within',
    inExport: file('reviews'),
    atErasure: replaced('The decision stands; it no longer says for whom.'),
  },
  id('appeals', 'accountId', file('reviews'), replaced('The decision that came of it stands; one that waits is moot.')),
  id('review_votes', 'accountId', file('reviews'), replaced('The decision stands on it.')),
  {
    table: 'review_votes',
    column: 'network',
    holds: 'within',
    inExport: not('A keyed seal of the network of the sign-in: it reads as nothing, and goes when the question is decided.'),
    atErasure: cleared('It is compared with other voters while the question is open; who is gone is compared with nobody.'),
  },
  id('evidence_secrets', 'accountId', file('claims'), goes('The log holds a salted commitment alone, and stays whole without them.')),
  id(
    'attestations',
    'fromAccountId',
    file('words'),
    goes('A word counts while its giver is here. The log says that it has ended, and whose record it was about.'),
  ),
  id('identity_changes', 'accountId', file('changes'), cleared(othersNeedIt)),
  id(
    'reports',
    'reporterId',
    file('reports'),
    cleared('A decision stands without who asked for it. What nobody has decided on is taken back.'),
  ),
  id('visibility_requests', 'accountId', file('visibility'), cleared('How the name is shown stays as it was asked for.')),
  {
    table: 'visibility_requests',
    column: 'contact',
    holds: 'address',
    inExport: file('visibility'),
    atErasure: cleared('The request stands; nobody is written to any more.'),
  },

  id('follows', 'accountId', file('follows'), goes(own)),
  id('context_follows', 'accountId', file('follows'), goes(own)),
  id('saved_searches', 'accountId', file('searches'), goes(own)),
  id('notifications', 'accountId', file('notifications'), goes(own)),
  id('notification_settings', 'accountId', file('settings'), goes(own)),
  id('digests', 'accountId', file('settings'), goes(own)),

  id('invitations', 'senderId', file('invitations'), replaced('The other side keeps what it was sent; it no longer says by whom.')),
  id('invitations', 'recipientId', file('invitations'), replaced('The other side keeps what it wrote.')),
  {
    table: 'invitations',
    column: 'pair',
    holds: 'within',
    inExport: not('It repeats the two ids of the invitation, of which one is another person’s.'),
    atErasure: replaced('It repeats the two ids.'),
  },
  id('thread_members', 'accountId', file('threads'), replaced('The other side keeps the thread that it was in.')),
  id('messages', 'accountId', file('threads'), replaced('The other side keeps what it was told; it no longer says by whom.')),
  id('collaborations', 'proposedBy', file('collaborations'), goes('It takes two to say so; the other record no longer says it either.')),
  id('blocks', 'accountId', file('boundaries'), goes(own)),
  id(
    'blocks',
    'blockedId',
    not('Anyone who hears no more from you has said so in private; you are not told, here or elsewhere.'),
    goes('Nobody is left to hear from; a seal in retained_blocks knows the person who comes back.'),
  ),
  id('retained_blocks', 'accountId', file('boundaries'), goes(own)),
  {
    table: 'retained_blocks',
    column: 'seal',
    holds: 'within',
    inExport: not('Anyone who hears no more from you has said so in private; you are not told, here or elsewhere.'),
    atErasure: {
      does: 'keep',
      why: 'A keyed seal of an address or iD, without a name: for a year at most it keeps a block of others from ending by an erasure.',
    },
  },
  {
    table: 'jobs',
    column: 'payload',
    holds: 'within',
    inExport: not('What is done within seconds, and forgotten when it is done; what comes of it stands where it belongs.'),
    atErasure: goes('What waits for the account has nobody left to be done for.'),
  },
  {
    table: 'rate_limits',
    column: 'key',
    holds: 'within',
    inExport: not('A count under a hash that cannot be turned back; it goes when its time is over.'),
    atErasure: goes('Counts under a hash of the id or an address. Those that mix in a network cannot be found, and go within a day.'),
  },
];

/**
 * What somebody has written or stated in rows that stay, because others stand on them: emptied at an erasure, or brought back to what
 * sources say. Rows that go (see `held`) take their words with them.
 */
export const ownTexts: readonly { table: string; column: string; why: string }[] = [
  { table: 'invitations', column: 'message', why: 'The other side reads that it was erased.' },
  { table: 'invitations', column: 'link', why: 'It belongs to the message.' },
  { table: 'invitations', column: 'workIds', why: 'They belong to the message.' },
  { table: 'messages', column: 'body', why: 'Its place in the thread stays empty.' },
  { table: 'reports', column: 'note', why: 'The decision needs no words.' },
  { table: 'reports', column: 'facts', why: 'Of what was typed or quoted nothing stays; why it was decided so does.' },
  { table: 'review_votes', column: 'note', why: 'The vote needs no words.' },
  { table: 'appeals', column: 'words', why: 'The decision needs no words.' },
  { table: 'identity_changes', column: 'reason', why: 'What was made of it stands in the log.' },
  { table: 'visibility_requests', column: 'reason', why: 'How a name is shown needs no reason.' },
  { table: 'authors', column: 'name', why: 'The record is called as its sources call it.' },
  { table: 'authors', column: 'affiliation', why: 'The record says what its sources say.' },
  { table: 'authors', column: 'availability', why: 'Nobody is there to be invited.' },
  { table: 'authors', column: 'privacy', why: 'It was the owner’s wish.' },
  { table: 'authors', column: 'pinned', why: 'It was the owner’s choice.' },
  { table: 'author_slugs', column: 'slug', why: 'An address that says a name which the owner alone has given leads nowhere any longer.' },
  { table: 'search_documents', column: 'title', why: 'Searches find what sources say.' },
  { table: 'notifications', column: 'facts', why: 'Notices to others say: a former member.' },
];

const corpus = 'It is made from sources, and is public.';

/** Tables without a column that refers to an account, and why they have none. Every table of the schema is here or above. */
export const ofNobody: Readonly<Record<string, string>> = {
  author_contexts: corpus,
  author_indicators: corpus,
  author_names: corpus,
  author_slugs: corpus,
  author_sources: corpus,
  name_suggestions: corpus,
  source_names: corpus,
  source_records: corpus,
  affiliations: corpus,
  authorships: corpus,
  coauthor_edges: corpus,
  changes: 'which tables and rows of public pages changed; rows of accounts are not among them',
  code_checks: corpus,
  contexts: corpus,
  listings: corpus,
  organisation_domains: corpus,
  organisation_names: corpus,
  organisations: corpus,
  search_documents: corpus,
  search_vocabulary: corpus,
  work_contexts: corpus,
  work_identifiers: corpus,
  work_indicators: corpus,
  work_sources: corpus,
  work_titles: corpus,
  works: corpus,
  clock_heartbeat: 'The worker’s own.',
  witness_deliveries: 'Where the log’s heads went; the addresses of witnesses are the operator’s settings.',
  witness_origins: 'Keys of other instances.',
  witnessed_heads: 'Heads of the logs of other instances.',
  imports: 'Runs of importers are the operator’s.',
  quarantined_records: 'What an importer could not read is the operator’s.',
  authorship_pins: 'Which record a work belongs to after a split; who asked for it stands in identity_changes.',
  record_events: 'What happened to a record, for everybody.',
  evidence_events:
    'The log is public and names records alone; what is private of an event stands in evidence_secrets. A copy has it in trust.',
  log_end: 'The log’s own.',
  log_heads: 'The log’s own.',
  signing_keys: 'The instance’s own.',
  snapshot_signatures: 'They repeat public snapshots of records.',
  trust_snapshots: 'Public, and about a record; a copy has them in trust.',
  threads: 'Who is in a thread stands in thread_members and invitations.',
};
