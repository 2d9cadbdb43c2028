import { faultFrames, faultText, withoutAddresses } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';

/** What Next adds to a fault of a page, and the page shows to its reader. */
const digestOf = (fault: unknown): string | undefined =>
  fault instanceof Error && 'digest' in fault && typeof fault.digest === 'string' ? fault.digest : undefined;

const lineOf = (said: readonly unknown[]) => {
  const fault = said.find((each) => each instanceof Error);
  const words = said.filter((each) => typeof each === 'string').join(' ');
  const told = fault ? { error: faultText(fault), digest: digestOf(fault), stack: faultFrames(fault) } : {};
  return { ...told, words: withoutAddresses(words).replace(/\s+/g, ' ').trim().slice(0, 500) || undefined };
};

/** Node prints its own warnings, such as deprecations, as errors, with its name and process id in front. */
const isWarningOfNode = (said: readonly unknown[]): boolean => /^\(node:\d+\) /.test(String(said[0]));

/**
 * Turns what Next and libraries write to the console into lines of the log: the fault of a page is one line, with the id of its request
 * and without personal data.
 */
export function logConsole(): void {
  const warn = (...said: unknown[]) => log.warn(lineOf(said), 'a warning of a page');
  console.warn = warn;
  console.error = (...said: unknown[]) => (isWarningOfNode(said) ? warn(...said) : log.error(lineOf(said), 'a page failed'));
}
