import { globSync, readFileSync } from 'node:fs';
import type { Power } from '#lib/catalog/powers/model.ts';
import type { JobKind } from '#lib/platform/jobs/queue.ts';

/** The power that each kind of job uses. A new kind needs an entry: types require it. */
export const jobPowers: Record<JobKind, Power> = {
  'add-missing-work': 'decide',
  'adopt-method': 'maintain',
  'change-address': 'account',
  'check-bindings': 'maintain',
  'check-code-links': 'import',
  'check-corrections': 'end_time',
  'check-orcid': 'import',
  'check-proof': 'end_time',
  'check-record-corrections': 'end_time',
  'compute-indicators': 'maintain',
  'deliver-head': 'maintain',
  'end-claim-notice': 'end_time',
  'end-contest-time': 'end_time',
  'end-freeze': 'end_time',
  'end-kept-strengths': 'end_time',
  'end-replaced-record': 'maintain',
  'end-review-notifications': 'maintain',
  'end-suspension': 'end_time',
  'end-visibility-wait': 'end_time',
  'erase-account': 'account',
  'erase-rest': 'account',
  'expire-invitation': 'end_time',
  'finalize-change': 'end_time',
  'find-promised-code': 'import',
  'find-topics': 'maintain',
  'forget-opinions': 'maintain',
  'index-works': 'maintain',
  'join-created-profile': 'claim',
  'log-visibility': 'end_time',
  'maintain-proofs': 'end_time',
  'make-export': 'account',
  'match-affiliations': 'maintain',
  'match-stated-places': 'maintain',
  'merge-search': 'maintain',
  'move-topic-followers': 'maintain',
  'notify-reviewers': 'maintain',
  'open-recovery': 'account',
  'publish-head': 'maintain',
  'refresh-authors': 'maintain',
  'refresh-contexts': 'maintain',
  'refresh-trust': 'end_time',
  'remind-of-listings': 'end_time',
  'return-visibility': 'end_time',
  'send-digest': 'account',
  'send-mail': 'maintain',
  'suggest-same-people': 'maintain',
};

/** The power of each verb of a command that writes to the database, as '<file> <verb>', or of all verbs of a file. */
export const verbPowers: Record<string, Power> = {
  'lib/catalog/ingest/cli.ts': 'import',
  'lib/catalog/trust/cli.ts change-key': 'operate',
  'lib/portal/accounts/cli.ts end-sessions': 'operate',
  'lib/portal/accounts/cli.ts forget': 'operate',
  'lib/portal/accounts/cli.ts grant-admin': 'operate',
  'lib/portal/accounts/cli.ts repeat-erasures': 'operate',
  'lib/portal/accounts/cli.ts revoke-admin': 'operate',
  'lib/portal/accounts/cli.ts set-address': 'operate',
  'lib/portal/roster/cli.ts': 'import',
  'lib/runtime/backup/cli.ts convert': 'operate',
  'lib/runtime/backup/cli.ts restore': 'operate',
};

/** Verbs that read only, or write files outside the database. */
const readingVerbs = new Set([
  'lib/portal/accounts/cli.ts list',
  'lib/portal/accounts/cli.ts erasures',
  'lib/runtime/backup/cli.ts create',
  'lib/runtime/backup/cli.ts check',
  'lib/runtime/doctor/cli.ts accept-secret',
  'lib/runtime/doctor/upgrade-cli.ts',
]);

/** Returns all verbs of commands that open the database, from their sources. */
export const discoverVerbs = (): string[] =>
  globSync('lib/**/{cli,*-cli}.ts')
    .sort()
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    .filter(({ file }) => !file.startsWith('lib/runtime/server/'))
    .flatMap(({ file, text }) => {
      const verbs = [...text.matchAll(/\.command\('([a-z-]+)'\)/g)].map(([, verb]) => `${file} ${verb}`);
      return verbs.length > 0 ? verbs : [file];
    });

const fileOf = (verb: string): string => verb.split(' ')[0] ?? verb;

/** Returns a sentence for each verb that writes without a power, and for each entry without a verb. */
export function verbFaults(verbs: readonly string[]): string[] {
  const known = new Set([...Object.keys(verbPowers), ...readingVerbs]);
  return [
    ...verbs
      .filter((verb) => !known.has(verb) && !known.has(fileOf(verb)))
      .map((verb) => `${verb} has no power: add it to tests/e2e/matrix/background.ts.`),
    ...[...known]
      .filter((verb) => !verbs.some((each) => each === verb || fileOf(each) === verb))
      .map((verb) => `${verb} is not a command any more: remove its entry.`),
  ];
}
