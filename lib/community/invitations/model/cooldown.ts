import { reportCooldownDays } from '#lib/community/limits.ts';
import { addMs, daysMs } from '#lib/platform/clock.ts';
import { visibleCharacters } from './inputs.ts';

/** Cooldowns on invitations to any recipient, against bulk messages. Each has an end, which the sender is told. */
export type CooldownErrorCode = 'new_account_cooldown' | 'same_text_cooldown' | 'declines_cooldown' | 'report_cooldown';

/** An account can send one invitation in its first day. */
const newAccountDays = 1;
/** Upper bound on recipients of the same text in a week. */
export const maxSameTextRecipients = 2;
export const sameTextCooldownDays = 7;
/** Declines in a row from which each one adds a week of waiting, up to four weeks. */
export const minConsecutiveDeclines = 3;
export const maxWaitDays = 28;

export interface CooldownFacts {
  at: Date;
  accountSince: Date | null;
  /** The sender's invitations of the last 7 days, in any state. */
  recent: readonly { recipientId: string; text: string; sentAt: Date }[];
  /** The sender's answered invitations, newest first. */
  answered: readonly { accepted: boolean; at: Date }[];
  /** When a report about the sender's invitations or messages was last upheld. */
  reportUpheldAt: Date | null;
}

export interface Cooldown {
  code: CooldownErrorCode;
  until: Date;
}

/** Returns the active cooldowns for an invitation with this recipient and text; `text` is null before it is written. */
export function activeCooldowns(facts: CooldownFacts, target: { recipientId: string | null; text: string | null }): Cooldown[] {
  const { at, accountSince, reportUpheldAt } = facts;
  const cooldowns: (Cooldown | null)[] = [
    reportUpheldAt && { code: 'report_cooldown', until: addMs(reportUpheldAt, daysMs(reportCooldownDays)) },
    accountSince && facts.recent.length > 0 ? { code: 'new_account_cooldown', until: addMs(accountSince, daysMs(newAccountDays)) } : null,
    declinesCooldown(facts.answered),
    target.text === null ? null : sameTextCooldown(facts.recent, target.recipientId, target.text),
  ];
  return cooldowns.filter((cooldown): cooldown is Cooldown => cooldown !== null && cooldown.until > at);
}

function declinesCooldown(answered: CooldownFacts['answered']): Cooldown | null {
  const lastAcceptedIndex = answered.findIndex(({ accepted }) => accepted);
  const declines = lastAcceptedIndex < 0 ? answered : answered.slice(0, lastAcceptedIndex);
  const [latest] = declines;
  if (!latest || declines.length < minConsecutiveDeclines) return null;
  const days = Math.min(7 * (declines.length - minConsecutiveDeclines + 1), maxWaitDays);
  return { code: 'declines_cooldown', until: addMs(latest.at, daysMs(days)) };
}

function sameTextCooldown(recent: CooldownFacts['recent'], recipientId: string | null, text: string): Cooldown | null {
  const sameTexts = recent
    .filter((each) => each.recipientId !== recipientId && isSameText(each.text, text))
    .sort((a, b) => a.sentAt.getTime() - b.sentAt.getTime());
  // The text can be sent again when fewer than `maxSameTextRecipients` similar ones remain within the week.
  const limiting = sameTexts.at(sameTexts.length - maxSameTextRecipients);
  return sameTexts.length < maxSameTextRecipients || !limiting
    ? null
    : { code: 'same_text_cooldown', until: addMs(limiting.sentAt, daysMs(sameTextCooldownDays)) };
}

/**
 * Two texts are the same if the Jaccard similarity of their three-word shingles is at least 0.6. Another name in the greeting changes only
 * three shingles.
 */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [shinglesOf(one), shinglesOf(other)];
  if (a.size + b.size === 0) return visibleCharacters(one) === visibleCharacters(other);
  const sharedCount = [...a].filter((shingle) => b.has(shingle)).length;
  return sharedCount / (a.size + b.size - sharedCount) >= 0.6;
}

const unspacedScript = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]`;
/** A word. In scripts that are written without spaces, each character counts as a word. */
const wordPattern = new RegExp(String.raw`${unspacedScript}|(?:(?!${unspacedScript})[\p{L}\p{N}])+`, 'gu');

/**
 * Returns the three-word shingles of a text (Broder 1997, "On the resemblance and containment of documents"), or its words if there are
 * fewer than three. Compatibility forms of a letter are equal (NFKC), and invisible format characters do not separate words.
 */
function shinglesOf(text: string): Set<string> {
  const normalized = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();
  const words: string[] = normalized.match(wordPattern) ?? [];
  if (words.length < 3) return new Set(words);
  return new Set(words.slice(2).map((word, index) => `${words[index]} ${words[index + 1]} ${word}`));
}
