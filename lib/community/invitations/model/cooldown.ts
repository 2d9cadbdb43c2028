import { daysMs, later } from '#lib/platform/clock.ts';
import { visible } from './inputs.ts';

/**
 * Pauses that slow down what looks like mass mail, and accuse nobody: each has an end, which is told. They rest on counts alone,
 * and hold for the sender's next invitation to whomever.
 */
export type CooldownErrorCode = 'new_account_cooldown' | 'same_text_cooldown' | 'declines_cooldown' | 'report_cooldown';

/** In its first 24 hours an account sends one invitation. */
const newAccountDays = 1;
/** The same text may go to this many people in a week; the next one waits. */
const sameTextTo = 2;
export const sameTextDays = 7;
/** From this many declines in a row on, each adds a week of waiting, up to four. */
const declinesInARow = 3;
const maxWaitDays = 28;
/** After a report that held, 90 days from the decision. */
export const reportedDays = 90;

export interface CooldownFacts {
  at: Date;
  accountSince: Date | null;
  /** The sender's invitations of the last 7 days, whatever became of them. */
  recent: readonly { recipientId: string; text: string; sentAt: Date }[];
  /** The sender's answered invitations, the newest first. */
  answered: readonly { accepted: boolean; at: Date }[];
  /** When a report about the sender's invitations or messages was last upheld. */
  reportUpheldAt: Date | null;
}

export interface Cooldown {
  code: CooldownErrorCode;
  until: Date;
}

/** Every pause that runs now, for an invitation to somebody with this text (null before it is written). */
export function activeCooldowns(facts: CooldownFacts, to: { recipientId: string | null; text: string | null }): Cooldown[] {
  const { at, accountSince, reportUpheldAt } = facts;
  const all: (Cooldown | null)[] = [
    reportUpheldAt && { code: 'report_cooldown', until: later(reportUpheldAt, daysMs(reportedDays)) },
    accountSince && facts.recent.length > 0 ? { code: 'new_account_cooldown', until: later(accountSince, daysMs(newAccountDays)) } : null,
    afterDeclines(facts.answered),
    to.text === null ? null : sameText(facts.recent, to.recipientId, to.text),
  ];
  return all.filter((cooldowns): cooldowns is Cooldown => cooldowns !== null && cooldowns.until > at);
}

function afterDeclines(answered: CooldownFacts['answered']): Cooldown | null {
  const since = answered.findIndex(({ accepted }) => accepted);
  const row = since < 0 ? answered : answered.slice(0, since);
  const [latest] = row;
  if (!latest || row.length < declinesInARow) return null;
  const days = Math.min(7 * (row.length - declinesInARow + 1), maxWaitDays);
  return { code: 'declines_cooldown', until: later(latest.at, daysMs(days)) };
}

function sameText(recent: CooldownFacts['recent'], recipientId: string | null, text: string): Cooldown | null {
  const alike = recent
    .filter((each) => each.recipientId !== recipientId && isSameText(each.text, text))
    .sort((a, b) => a.sentAt.getTime() - b.sentAt.getTime());
  // It may go out again once fewer than the bound of the like lie within the week.
  const frees = alike.at(alike.length - sameTextTo);
  return alike.length < sameTextTo || !frees ? null : { code: 'same_text_cooldown', until: later(frees.sentAt, daysMs(sameTextDays)) };
}

/** Two texts are the same where three fifths of their runs of three words are: another name in the greeting changes three of them. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [runs(one), runs(other)];
  if (a.size + b.size === 0) return visible(one) === visible(other);
  const both = [...a].filter((run) => b.has(run)).length;
  return both / (a.size + b.size - both) >= 0.6;
}

/** A word; in scripts that part their words by no space each sign stands for one. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]`;
const word = new RegExp(String.raw`${unspaced}|(?:(?!${unspaced})[\p{L}\p{N}])+`, 'gu');

/**
 * The runs of three words (Broder 1997, "On the resemblance and containment of documents"); of a shorter text its words. Forms of one
 * letter are one, and signs that nobody sees part no word.
 */
function runs(text: string): Set<string> {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();
  const words: string[] = plain.match(word) ?? [];
  if (words.length < 3) return new Set(words);
  return new Set(words.slice(2).map((word, index) => `${words[index]} ${words[index + 1]} ${word}`));
}

/** After a decline, for this recipient alone: so many days until the same sender may write to them again. */
export const declineCooldownDays = 90;
