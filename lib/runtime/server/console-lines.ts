import { faultFrames, faultText, withoutAddresses } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';

/** What Next adds to a fault of a page, and the page shows to its reader. */
const digestOf = (fault: unknown): string | undefined =>
  fault instanceof Error && 'digest' in fault && typeof fault.digest === 'string' ? fault.digest : undefined;

const lineOf = (args: readonly unknown[]) => {
  const fault = args.find((each) => each instanceof Error);
  const words = args.filter((each) => typeof each === 'string').join(' ');
  const errorFields = fault ? { error: faultText(fault), digest: digestOf(fault), stack: faultFrames(fault) } : {};
  return { ...errorFields, words: withoutAddresses(words).replace(/\s+/g, ' ').trim().slice(0, 500) || undefined };
};

/** Node prints its own warnings, such as deprecations, as errors, with its name and process id in front. */
const isWarningOfNode = (args: readonly unknown[]): boolean => /^\(node:\d+\) /.test(String(args[0]));

/**
 * Turns what Next and libraries write to the console into lines of the log: the fault of a page is one line, with the id of its request
 * and without personal data.
 */
export function logConsole(): void {
  const warn = (...args: unknown[]) => log.warn(lineOf(args), 'a warning of a page');
  console.warn = warn;
  console.error = (...args: unknown[]) => (isWarningOfNode(args) ? warn(...args) : log.error(lineOf(args), 'a page failed'));
}
