import { z } from 'zod';
import { isOrigin, splitList } from './addresses.ts';

/** A destination of the published heads of the evidence log. `name` contains no password. */
export type LogWitness =
  | { kind: 'mail'; name: string; address: string }
  | { kind: 'git'; name: string; url: string; authorization: string | null }
  | { kind: 'instance'; name: string; origin: string };

/** Parses one witness of LOG_WITNESSES. Returns an error message if it is invalid. */
function parseWitness(text: string): LogWitness | string {
  const address = /^mailto:([^\s@<>,?]+@[^\s@<>,?]+)$/.exec(text)?.[1];
  if (address) return { kind: 'mail', name: text, address };
  const url = URL.canParse(text.replace(/^git\+/, '')) ? new URL(text.replace(/^git\+/, '')) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    return 'must hold mailto:name@example.org, git+https://token@host/path.git or https://other-instance.example, with spaces between';
  if (text.startsWith('git+')) {
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    const authorization = credentials === ':' ? null : `Basic ${Buffer.from(credentials).toString('base64')}`;
    url.username = '';
    url.password = '';
    return { kind: 'git', name: `git+${url.href}`, url: url.href, authorization };
  }
  return isOrigin(url)
    ? { kind: 'instance', name: url.origin, origin: url.origin }
    : 'must name another instance by its origin alone: https://other-instance.example';
}

/** LOG_WITNESSES: witnesses separated by spaces. */
export const logWitnesses = z.string().transform((text, context): LogWitness[] => {
  const parsed = splitList(text).map(parseWitness);
  const fault = parsed.find((each) => typeof each === 'string');
  if (typeof fault === 'string') context.addIssue({ code: 'custom', message: fault });
  const witnesses = parsed.filter((each) => typeof each !== 'string');
  if (new Set(witnesses.map(({ name }) => name)).size < witnesses.length)
    context.addIssue({ code: 'custom', message: 'names a witness twice' });
  return witnesses;
});

/** An instance whose heads this instance witnesses. `key` is the first expected key, as its id or in full, if the operator has set it. */
export interface WitnessedOrigin {
  origin: string;
  key: string | null;
}

/** WITNESS_FOR: origins separated by spaces, each with `#<key>` if it is known. */
export const witnessedOrigins = z.string().transform((text, context): WitnessedOrigin[] =>
  splitList(text).flatMap((part) => {
    const [, address = '', key] = /^(https?:\/\/[^#]+?)(?:#([0-9a-f]{16}|[\w-]{43}))?$/.exec(part) ?? [];
    const url = URL.canParse(address) ? new URL(address) : null;
    if (url && isOrigin(url)) return [{ origin: url.origin, key: key ?? null }];
    const message = 'must hold origins such as https://other-instance.example, with #<its first key, or the id of it> where you know it';
    context.addIssue({ code: 'custom', message });
    return [];
  }),
);
