#!/usr/bin/env node
// Verifies a record's trust without relying on the Peergraph instance that states it: the chain and the signatures of the record's
// events, the signature of its snapshot, and the points, which are recomputed from the evidence by the method that the snapshot names
// (evidence-1, evidence-2 or evidence-3). It has no dependencies and uses the network only for URLs that are given. Requires Node.js 20 or later.
//
//   node verify.mjs trust.json                 the trust document of a record (…/authors/<name>/trust.json): a file or URL
//   node verify.mjs log.json [log2.json …]     pages of the whole log (…/trust/log.json), in order
//   --key <key>                                accept only signatures by this key, or by one that it named as its successor
//   --heads <file or URL>                      require the log to contain the heads of a witness: …/trust/witness.json of another
//                                              instance, heads.jsonl of a git repository, or an emailed head; can be repeated
//   --origin <https://…>                       the instance whose heads to use, if the witness has heads of several
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const DAY = 86_400_000;
const fail = (text) => {
  throw new Error(text);
};
const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const spki = Buffer.from('302a300506032b6570032100', 'hex');

/** Public keys given in full, by id. A 16-digit id alone could match another key, at great computational cost. */
const pinned = new Map();
const idOf = (publicKey) => sha256(Buffer.from(publicKey, 'base64url')).slice(0, 16);

/** Returns the id of a key that is given by its id or in full. */
function pin(given) {
  if (given.length !== 43) return given;
  pinned.set(idOf(given), given);
  return idOf(given);
}

function keyring(keys) {
  const ring = new Map();
  for (const { id, publicKey } of keys) {
    const raw = Buffer.from(publicKey, 'base64url');
    if (idOf(publicKey) !== id || (pinned.get(id) ?? publicKey) !== publicKey) fail(`Key ${id} does not match its id.`);
    ring.set(id, createPublicKey({ key: Buffer.concat([spki, raw]), format: 'der', type: 'spki' }));
  }
  return ring;
}

function signed(ring, trusted, { body, keyId, signature }, what) {
  if (trusted && !trusted.has(keyId)) fail(`${what} is signed by ${keyId}, which is not a key that you trust.`);
  const key = ring.get(keyId) ?? fail(`${what} is signed by ${keyId}, which is not among the keys.`);
  if (!verify(null, Buffer.from(body), key, Buffer.from(signature, 'base64url'))) fail(`The signature of ${what} is invalid.`);
}

/** Verifies events in order. `place` and `link` name the fields of the chain that is followed. */
function chain(ring, trusted, rows, place, link) {
  let last = null;
  return rows.map((row, index) => {
    const what = `event ${index + 1}`;
    // Of a hidden record, the log contains only the position and hash; the next event refers to that hash.
    if (row.body === null && place === 'number') {
      if (row.number !== (last?.at ?? 0) + 1) fail(`${what} is out of sequence: an event is missing, or events were reordered.`);
      last = { at: row.number, hash: row.hash };
      return null;
    }
    if (sha256(row.body) !== row.hash) fail(`${what} was changed: its hash does not match its text.`);
    signed(ring, trusted, row, what);
    const event = JSON.parse(row.body);
    if (event[place] !== (last?.at ?? 0) + 1) fail(`${what} is out of sequence: an event is missing, or events were reordered.`);
    if (event[link] !== (last?.hash ?? null)) fail(`${what} does not follow the one before it.`);
    if (event.kind === 'key_changed') trusted?.add(event.facts.to);
    last = { at: event[place], hash: row.hash };
    return event;
  });
}

/**
 * Returns a proof's facts with its strength by a method. Events of evidence-1 state no rules. Since evidence-2, a strong proof of them counts
 * as fair until it is assessed again, except if a source states the iD as authenticated, or a login asserts the record's name.
 */
function judged(facts, method) {
  if (method === 'evidence-1' || facts.rules !== undefined || facts.strength !== 'strong') return facts;
  const said = facts.overlap?.by === 'authenticated_in_source' || (facts.proof === 'federated' && facts.asserted === true);
  return said ? facts : { ...facts, strength: 'fair' };
}

/** Folds events to the state of ownership, proofs and disputes at the time of the snapshot. */
function foldEvents(events, method) {
  let all = { proofs: [], words: [], gone: new Set(), stale: new Set(), checked: new Map(), disputes: new Set(), frozen: false };
  const again = { ...all };
  for (const event of events) {
    const { kind, facts, id } = event;
    const at = Date.parse(event.at);
    if (kind === 'claim_accepted' || kind === 'claim_ended') {
      all = {
        ...again,
        proofs: [],
        words: [],
        gone: new Set(),
        stale: new Set(),
        checked: new Map(),
        disputes: new Set(),
        frozen: all.frozen,
      };
      if (kind === 'claim_accepted') all.since = at;
    } else if (kind === 'proof_shown')
      all.proofs.push({ id, at, ...judged(facts, method), until: facts.expiresAt ? Date.parse(facts.expiresAt) : Infinity });
    else if (kind === 'proof_assessed')
      all.proofs = all.proofs.map((p) =>
        p.id === facts.about ? { id: p.id, at: p.at, ...facts, until: facts.expiresAt ? Date.parse(facts.expiresAt) : Infinity } : p,
      );
    else if (kind === 'confirmed' || kind === 'vouched')
      all.words.push({ id, kind, institution: facts.institution, until: facts.expiresAt ? Date.parse(facts.expiresAt) : Infinity });
    else if (kind === 'proof_rechecked') all.checked.set(facts.about, at);
    else if (kind === 'proof_stale') all.stale.add(facts.about);
    else if (kind === 'proof_fresh') {
      all.stale.delete(facts.about);
      all.gone.delete(facts.about);
      all.checked.set(facts.about, at);
    } else if (kind === 'proof_revoked' || kind === 'attestation_ended') all.gone.add(facts.about);
    else if (kind === 'passkey_added') all.passkey = at;
    else if (kind === 'passkeys_gone') all.passkey = undefined;
    else if (kind === 'recovery_set' || kind === 'recovery_gone') all.recovery = kind === 'recovery_set';
    else if (kind === 'dispute_opened') all.disputes.add(facts.dispute);
    else if (kind === 'dispute_closed') {
      all.disputes.delete(facts.dispute);
      if (facts.upheld) all.upheld = at;
    } else if (kind === 'frozen' || kind === 'unfrozen') all.frozen = kind === 'frozen';
  }
  return all;
}

/** Computes points, level and parts by a method. */
function compute(c, events, now, method) {
  const t = foldEvents(events, method);
  const strength = { weak: 8, fair: 14, strong: 22 };
  const owner = t.since !== undefined;
  const fresh = owner ? t.proofs.filter((p) => !t.stale.has(p.id) && !t.gone.has(p.id) && p.until > now) : [];
  // Of the proofs by one mailbox only the strongest counts, or the one by a third party.
  const boxOf = (p) => p.sameMailboxAs ?? p.id;
  const rank = (p) => strength[p.strength] * 2 + (p.thirdParty ? 1 : 0);
  const boxes = new Map();
  for (const p of fresh) if (p.family !== 'people' && !(rank(boxes.get(boxOf(p)) ?? {}) >= rank(p))) boxes.set(boxOf(p), p);
  const counted = fresh.filter((p) => boxes.get(boxOf(p)) === p);
  const best = new Map();
  for (const p of counted) if (!(strength[best.get(p.family)?.strength] >= strength[p.strength])) best.set(p.family, p);
  const proofs = [...best.values()].sort((a, b) => strength[b.strength] - strength[a.strength]);
  const words = owner ? t.words.filter((w) => !t.stale.has(w.id) && !t.gone.has(w.id) && w.until > now) : [];
  const confirmed = words.filter((w) => w.kind === 'confirmed');
  const vouched = words.filter((w) => w.kind === 'vouched');
  const calm = c.openFlags.length === 0;
  const here = fresh.filter((p) => c.affiliation.rorId !== null && p.rorId === c.affiliation.rorId);
  const at = (ok, points) => (ok ? points : 0);
  const any = c.works.count > 0;
  const shown = proofs.length > 0;
  const stated = calm && c.affiliation.stated.length > 0;
  const checks = fresh.flatMap((p) => t.checked.get(p.id) ?? []);
  const disputed = t.disputes.size > 0;
  const parts = {
    provenance:
      at(any, 6) +
      4 * Math.min(2, Math.max(0, c.upstreams.length - 1)) +
      at(any && c.identifiedWorks / c.works.count >= 0.8, 4) +
      at(owner && c.reviewedEveryWork && any, 2),
    coherence: at(c.works.count >= 3, 5) + at(c.recurringCollaborators.count >= 2, 5) + at(calm && any, 5),
    control: (strength[proofs[0]?.strength] ?? 0) + at(proofs.length > 1, 5) + at(proofs.length > 2, 3),
    affiliation:
      at(stated, 2) +
      at(stated && c.affiliation.rorId, 3) +
      at(
        here.some((p) => p.family === 'institution' && p.proof !== 'federated'),
        6,
      ) +
      at(
        here.some((p) => p.asserted === true),
        4,
      ),
    attestation: 2 * Math.min(3, confirmed.length) + 2 * Math.min(2, vouched.length),
    hygiene: shown
      ? at(t.passkey, 3) +
        at(t.recovery, 1) +
        at(!disputed && now - (t.upheld ?? t.since) > 90 * DAY, 3) +
        at(checks.length > 0 && now - Math.max(...checks) <= 30 * DAY, 3)
      : 0,
  };
  const assured = owner && t.proofs.some((p) => p.assured === true && !t.stale.has(p.id) && !t.gone.has(p.id) && now - p.at <= 730 * DAY);
  const institutions = new Set(confirmed.map((w) => w.institution).filter(Boolean));
  const named = (p) => p.overlap?.signer === 'this_author' || p.onStaffList === true;
  const ladder = [
    (any || (method === 'evidence-3' && counted.some(named))) && !c.frozen && !t.frozen,
    owner && shown,
    proofs.some((p) => p.strength === 'strong'),
    proofs.length >= 2 && (counted.some((p) => p.thirdParty) || institutions.size >= 2),
    assured && t.passkey !== undefined,
  ];
  const missed = ladder.indexOf(false);
  const level = missed === -1 ? 5 : missed;
  const sum = Object.values(parts).reduce((total, points) => total + points, 0) - (disputed ? 10 : 0);
  return { parts, level, points: Math.max(0, Math.min(sum, [9, 34, 54, 74, 100, 100][level])) };
}

function checkHead(ring, trusted, { day, number, hash, at, keyId, signature }) {
  const body = `{"at":${JSON.stringify(at)},"day":${JSON.stringify(day)},"format":"peergraph-head-1","hash":${JSON.stringify(hash)},"number":${number}}`;
  signed(ring, trusted, { body, keyId, signature }, `the head of ${day}`);
}

function checkRecord(document, trusted) {
  const ring = keyring(document.keys);
  chain(ring, trusted, document.keyEvents, 'place', 'recordPrevious');
  const events = chain(ring, trusted, document.events, 'place', 'recordPrevious');
  if (document.head) checkHead(ring, trusted, document.head);
  signed(ring, trusted, document.snapshot, 'the snapshot');
  const snapshot = JSON.parse(document.snapshot.body);
  if (!['evidence-1', 'evidence-2', 'evidence-3'].includes(snapshot.method))
    fail(`This verifier knows evidence-1, evidence-2 and evidence-3, not ${snapshot.method}.`);
  const foreign = events.find(({ record }) => record !== snapshot.record);
  if (foreign) fail(`Event ${foreign.id} is of another record.`);
  if (snapshot.events > events.length) fail(`The snapshot counts ${snapshot.events} events, but this document has ${events.length}.`);
  const head = snapshot.events === 0 ? null : document.events[snapshot.events - 1].hash;
  if (snapshot.recordHead !== head) fail('The snapshot is based on other events than those in this document.');
  const found = compute(snapshot.corpus, events.slice(0, snapshot.events), Date.parse(snapshot.computedAt), snapshot.method);
  for (const { part, points } of snapshot.parts)
    if (found.parts[part] !== points) fail(`${part}: the snapshot says ${points}, the evidence gives ${found.parts[part]}.`);
  if (found.points !== snapshot.points) fail(`The snapshot says ${snapshot.points} points, the evidence gives ${found.points}.`);
  if (found.level !== snapshot.level) fail(`The snapshot says L${snapshot.level}, the evidence gives L${found.level}.`);
  return `Record ${snapshot.record}: ${snapshot.points} points, L${snapshot.level}, on ${snapshot.computedAt}. ${events.length === 0 ? 'It has no events; the points follow from the signed facts of its works.' : `${events.length} events, chained and signed; the points follow from them.`}`;
}

/** Returns all heads in a witness's file: the document of another instance, lines of JSON, or an email that contains one. */
function headsIn(text, where, origin) {
  let whole = null;
  try {
    whole = JSON.parse(text);
  } catch {
    // Not one JSON document: lines of JSON, or an email.
  }
  if (whole?.format === 'peergraph-witness-1') {
    const isOne = whole.origins.length === 1 && !origin.given;
    const named = isOne ? whole.origins : whole.origins.filter((each) => each.origin === (origin.given ?? origin.asked));
    if (named.length === 0)
      fail(
        `${where} has heads of ${whole.origins.map((each) => each.origin).join(', ') || 'nobody'}. Say whose log this is: --origin https://…`,
      );
    if (!named[0]?.heads.length) fail(`${where} has no head of ${named[0].origin}.`);
    return named[0].heads;
  }
  const heads = (whole ? [JSON.stringify(whole)] : text.split(/\r?\n/)).flatMap((line) => {
    try {
      const { day, number, hash, at, keyId, signature } = JSON.parse(line.replace(/^[>\s]+/, ''));
      return [day, hash, at, keyId, signature].every((each) => typeof each === 'string') && Number.isInteger(number)
        ? [{ day, number, hash, at, keyId, signature }]
        : [];
    } catch {
      return [];
    }
  });
  if (heads.length === 0) fail(`${where} contains no head of a log. Save a mail completely, with its long line unbroken.`);
  return heads;
}

/** Verifies that the log contains each event that a witnessed head names, so that it was neither rewritten nor truncated. */
function checkWitnessed(ring, trusted, rows, witnessed) {
  for (const head of witnessed) {
    const { day, number, hash } = head;
    if (number > rows.length)
      fail(
        `A witness holds the head of ${day}, which names event ${number}, and the log ends at ${rows.length}: its end was truncated, or a page of it is missing here.`,
      );
    if (rows[number - 1].hash !== hash)
      fail(`A witness holds the head of ${day}, which names another event ${number} than this log: the log was rewritten.`);
    checkHead(ring, trusted, head);
  }
  return witnessed.length === 0 ? '' : ` It holds all ${witnessed.length} heads that were witnessed.`;
}

function checkLog(pages, trusted, witnessed) {
  const ring = keyring(pages.at(-1).keys);
  const rows = pages.flatMap((page) => page.events);
  const events = chain(ring, trusted, rows, 'number', 'previous');
  const places = new Map();
  const shown = events.filter((event) => event !== null);
  for (const { record, place, number } of shown) {
    if (place !== (places.get(record) ?? 0) + 1) fail(`Event ${number} is out of sequence in its record.`);
    places.set(record, place);
  }
  const heads = new Map(pages.flatMap((page) => page.heads).map((head) => [head.day, head]));
  for (const head of heads.values()) {
    const { day, number, hash } = head;
    checkHead(ring, trusted, head);
    if (number > rows.length && pages.at(-1).next === null)
      fail(`The head of ${day} names event ${number}, and the log ends at ${rows.length}: events are missing at its end.`);
    if (number <= rows.length && rows[number - 1]?.hash !== hash) fail(`The head of ${day} names another event ${number} than this log.`);
  }
  const hiddenEvents = rows.length - shown.length;
  const said = hiddenEvents === 0 ? '' : ` What ${hiddenEvents} of them say is withheld.`;
  const kept = checkWitnessed(ring, trusted, rows, witnessed);
  return `The log: ${events.length} events, chained and signed, ${heads.size} published heads match them.${kept}${said}`;
}

async function textOf(where) {
  const isAddress = /^https?:/.test(where);
  try {
    const answer = isAddress ? await fetch(where) : null;
    if (answer && !answer.ok) fail(`${where} answers ${answer.status}. Take the URL of the record's page, and append /trust.json.`);
    return answer ? await answer.text() : readFileSync(where === '-' ? 0 : where, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') fail(`There is no file ${where}.`);
    if (isAddress && error instanceof TypeError)
      fail(`${where} cannot be reached from here. Check the address, or download the file and give its name.`);
    throw error;
  }
}

/** Loads a document; for a URL of the log, all of its pages. */
async function load(where) {
  const documents = [];
  for (let next = where; next !== null; ) {
    const text = await textOf(next);
    try {
      documents.push(JSON.parse(text));
    } catch {
      fail(`${next} is not JSON. Download the file again.`);
    }
    const after = /^https?:/.test(where) && documents.at(-1).format === 'peergraph-log-page-1' ? documents.at(-1).next : null;
    next = after === null ? null : new URL(`?after=${after}`, where).href;
  }
  return documents;
}

/** Removes all occurrences of an option with its value from the arguments. */
function taken(args, name) {
  const values = [];
  for (let at = args.indexOf(name); at !== -1; at = args.indexOf(name)) {
    const [, value] = args.splice(at, 2);
    values.push(value ?? fail(`${name} needs a value.`));
  }
  return values;
}

try {
  const args = process.argv.slice(2);
  const keys = taken(args, '--key').map(pin);
  const trusted = keys.length === 0 ? null : new Set(keys);
  const places = taken(args, '--heads');
  const [given] = taken(args, '--origin');
  const strange = args.find((each) => each.startsWith('--'));
  if (strange) fail(`Unknown option ${strange}. The options are --key, --heads and --origin.`);
  if (args.length === 0) fail('Give a file or a URL: node verify.mjs trust.json');
  const origin = { given, asked: /^https?:/.test(args[0]) ? new URL(args[0]).origin : undefined };
  const documents = (await Promise.all(args.map(load))).flat();
  const texts = await Promise.all(places.map(async (where) => headsIn(await textOf(where), where, origin)));
  const witnessed = texts.flat();
  const formats = new Set(documents.map(({ format }) => format));
  if (witnessed.length > 0 && !formats.has('peergraph-log-page-1'))
    fail('Witnessed heads cover the whole log: give its pages, …/trust/log.json, instead of a record.');
  if (formats.has('peergraph-trust-1') && formats.size === 1) for (const each of documents) console.log(checkRecord(each, trusted));
  else if (formats.has('peergraph-log-page-1') && formats.size === 1) console.log(checkLog(documents, trusted, witnessed));
  else fail('This is neither the trust document of a record nor a page of the log.');
} catch (error) {
  console.error(`NOT VERIFIED: ${error.message}`);
  process.exitCode = 1;
}
