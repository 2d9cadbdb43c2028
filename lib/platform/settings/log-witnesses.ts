import { z } from 'zod';
import { isOrigin, splitList } from './addresses.ts';

/** Explains what an entry of LOG_WITNESSES must be instead; null if it is the origin of an instance. */
function faultOf(entry: string): string | null {
  if (/^(mailto:|git\+)/.test(entry))
    return 'no longer sends heads by email or to git: remove mailto: and git+https: entries. The verifier still reads heads that were sent there (--heads)';
  const url = URL.canParse(entry) ? new URL(entry) : null;
  return url && /^https?:$/.test(url.protocol) && isOrigin(url)
    ? null
    : 'must name other instances, each by its origin alone, with spaces between: https://other-instance.example';
}

/** LOG_WITNESSES: origins of instances, separated by spaces. */
export const logWitnesses = z.string().transform((text, context): string[] => {
  const entries = splitList(text);
  const fault = entries.map(faultOf).find((each) => each !== null);
  if (fault) {
    context.addIssue({ code: 'custom', message: fault });
    return [];
  }
  const origins = entries.map((entry) => new URL(entry).origin);
  if (new Set(origins).size < origins.length) context.addIssue({ code: 'custom', message: 'names a witness twice' });
  return origins;
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
