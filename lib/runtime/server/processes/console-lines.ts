import { describeFault, faultFrames, redactAddresses } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';

/** Returns the digest that Next.js adds to an error of a page, which the page shows to its viewer. */
const digestOf = (fault: unknown): string | undefined =>
  fault instanceof Error && 'digest' in fault && typeof fault.digest === 'string' ? fault.digest : undefined;

const logFieldsOf = (args: readonly unknown[]) => {
  const fault = args.find((each) => each instanceof Error);
  const words = args.filter((each) => typeof each === 'string').join(' ');
  const errorFields = fault ? { error: describeFault(fault), digest: digestOf(fault), stack: faultFrames(fault) } : {};
  return { ...errorFields, words: redactAddresses(words).replace(/\s+/g, ' ').trim().slice(0, 500) || undefined };
};

/** Returns whether the output is a warning of Node.js, such as a deprecation, which it prints to stderr with its name and process id. */
const isWarningOfNode = (args: readonly unknown[]): boolean => /^\(node:\d+\) /.test(String(args[0]));

/**
 * Redirects console output of Next.js and libraries to the log. An error of a page becomes one line with its request id and without
 * personal data.
 */
export function logConsole(): void {
  const warn = (...args: unknown[]) => log.warn(logFieldsOf(args), 'a warning of a page');
  console.warn = warn;
  console.error = (...args: unknown[]) => (isWarningOfNode(args) ? warn(...args) : log.error(logFieldsOf(args), 'a page failed'));
}
