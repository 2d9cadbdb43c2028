/** Whose record a power changes. Everybody but the holder of the record that is acted on is another person. */
type ChangedRecord = 'nobody' | 'own_record' | 'another_record';

/** Who has a power: everybody, an account, the owner of a profile, or somebody beside the levels. */
type Holder = 'anybody' | 'account' | 'owner' | 'reviewer' | 'admin' | 'operator' | 'system';

interface PowerRule {
  /** What one does, as it completes "You can …". */
  does: string;
  changes: ChangedRecord;
  holder: Holder;
  /** The level of the own profile that opens it. Only for owners. */
  level?: 0 | 2 | 3 | 4;
  /** How often in a week, from each level. */
  weekly?: Readonly<Record<number, number>>;
  /**
   * Set if the power changes another person's record below level 3. The change ends after this time, without an act of anybody, unless a
   * review agrees with it.
   */
  endsAfterHours?: number;
}

/** Level from which an owner has shown control of the record, and may act on what other people see of others. */
export const controlLevel = 3;

/** Days for which an upgrade keeps what owners showed before it needed a strong proof. */
export const keptStatementDays = 90;

/** Hours for which a request that shows no more than a shared address changes a record. */
export const unprovenRequestHours = 72;

interface LevelRule extends PowerRule {
  level: 0 | 2 | 3 | 4;
}

const account = (does: string): PowerRule => ({ does, changes: 'nobody', holder: 'account' });
const anybody = (does: string): PowerRule => ({ does, changes: 'nobody', holder: 'anybody' });
const own = (level: LevelRule['level'], does: string): LevelRule => ({ does, changes: 'own_record', holder: 'owner', level });
const among = (level: LevelRule['level'], does: string): LevelRule => ({ does, changes: 'nobody', holder: 'owner', level });
const others = (does: string): LevelRule => ({ does, changes: 'another_record', holder: 'owner', level: controlLevel });
const office = (holder: Holder, does: string): PowerRule => ({ does, changes: 'another_record', holder });

const rules = {
  // Everybody, with or without a profile
  account: account('follow people, save works and manage your account'),
  report: anybody('report a mistake, suggest a correction, and object with a proof'),
  propose: account('propose that profiles are merged or split'),
  claim: { does: 'claim a profile', changes: 'another_record', holder: 'account', endsAfterHours: 14 * 24 },
  request_hiding: {
    ...{ does: 'ask that a profile is shown less', changes: 'another_record', holder: 'anybody', endsAfterHours: unprovenRequestHours },
  },
  request_safety: {
    ...{ does: 'hide the affiliations of a person at risk', changes: 'another_record', holder: 'anybody' },
    endsAfterHours: unprovenRequestHours,
  },

  // The own profile
  state: own(0, 'state your biography, role, career and web pages'),
  hide_statements: own(0, 'hide your own statements and your affiliations'),
  be_found_less: own(0, 'have your profile found by the full name only'),
  add_works: own(0, 'add works to your own profile'),
  mark_works: own(0, 'mark works as yours or not yours'),
  arrange: own(2, 'pin works, set whether you are available, and keep search engines out'),
  credit: own(2, 'say what you did in a work'),
  hide: own(controlLevel, 'hide your profile at once'),
  show: own(controlLevel, 'show a hidden profile again'),
  photo: own(controlLevel, 'show a photo'),
  link_pages: own(controlLevel, 'link your web pages, also in files for machines'),
  name_form: own(controlLevel, 'show another form of your name'),
  hide_sourced: own(controlLevel, 'hide names, co-authors, your iD and indicators that sources state'),
  stop_address: own(controlLevel, 'switch an old address of your profile off'),
  remove_works: own(controlLevel, 'take a work that is not yours off your profile'),
  take_works: own(controlLevel, 'take a work that carries your iD or address'),
  merge: own(controlLevel, 'merge your profiles at once'),
  split: own(controlLevel, 'split your profile at once'),
  another_name: own(4, 'show a name that another profile has too'),

  // What other people see of others
  collaborate: others('declare a collaboration'),
  link_added_works: others('have added works shown to everybody'),
  agree: others('agree with the correction of a joint work'),
  suspend_correction: others('show what the sources say until a correction of a joint work is decided'),
  confirm: others('confirm a joint work of a co-author'),
  vouch: { does: 'vouch for people', changes: 'another_record', holder: 'owner', level: 4 },

  // Messages and requests
  contest: among(2, 'contest a correction of a joint work'),
  ask_confirmation: { ...among(2, 'ask co-authors to confirm'), weekly: { 2: 5, 3: 10, 4: 10 } },
  invite: { ...among(2, 'invite people'), weekly: { 2: 3, 3: 10, 4: 20 } },
  answer: among(2, 'receive invitations'),
  volunteer: among(4, 'volunteer as a reviewer'),

  // Beside the levels
  decide: office('reviewer', 'decide cases'),
  administer: office('admin', 'administer the instance'),
  operate: office('operator', 'run commands on the server'),
  import: office('system', 'store what sources say'),
  end_time: office('system', 'end what has a time limit'),
  maintain: { does: 'keep derived data up to date', changes: 'nobody', holder: 'system' },
} as const satisfies Record<string, PowerRule>;

export type Power = keyof typeof rules;
export const powers: Readonly<Record<Power, PowerRule>> = rules;
export const powerIds = Object.keys(rules) as Power[];

/** A power that depends on the level of the own profile. */
export type LevelPower = { [Id in Power]: (typeof rules)[Id] extends { level: number } ? Id : never }[Power];
export const levelPowers = powerIds.filter((id): id is LevelPower => powers[id].level !== undefined);

/** The level that opens a power. */
export const levelOf = (power: LevelPower): number => powers[power].level ?? 0;

/** Whether the owner of a profile at a level has a power. @param level null without a profile */
export const hasPower = (level: number | null, power: LevelPower): boolean => level !== null && level >= levelOf(power);

/** Returns how often in a week a power may be used at a level. */
export const weeklyLimit = (power: 'ask_confirmation' | 'invite', level: number): number => {
  const limits: Readonly<Record<number, number>> = rules[power].weekly;
  return limits[Math.min(Math.floor(level), 4)] ?? 0;
};

export type PowerErrorCode = 'needs_accepted_claim' | 'needs_strong_proof' | 'needs_second_proof';

/** Returns why an owner does not have a power yet, or null. */
export function powerRefusal(level: number | null, power: LevelPower): PowerErrorCode | null {
  if (hasPower(level, power)) return null;
  const needed = levelOf(power);
  if (needed > controlLevel) return 'needs_second_proof';
  return needed === controlLevel ? 'needs_strong_proof' : 'needs_accepted_claim';
}

/** What opens the powers of a level, as it completes "… opens". */
export const levelOpeners: Readonly<Record<number, string>> = {
  0: 'Owning the profile',
  2: 'A claim that nobody objected to',
  3: 'A strong proof',
  4: 'A second proof of another kind',
};

/** A group of powers with the level that opens them. */
interface PowersOfLevel {
  level: number;
  isOpen: boolean;
  opener: string;
  does: readonly string[];
}

/** Returns the powers of owners by level, lowest first, each with whether they are open at a level. */
export const powersByLevel = (level: number): PowersOfLevel[] =>
  [...Map.groupBy(levelPowers, levelOf)]
    .toSorted(([one], [other]) => one - other)
    .map(([needed, ids]) => ({
      ...{ level: needed, isOpen: level >= needed, opener: levelOpeners[needed] ?? '' },
      does: ids.map((id) => powers[id].does),
    }));
