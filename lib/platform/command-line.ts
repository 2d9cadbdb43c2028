import { readFileSync } from 'node:fs';
import { explainFault } from './log/faults.ts';

/** Replaces control characters: text from a file or a database must not control the terminal. */
const printable = (text: string): string => text.replace(/\p{Cc}/gu, ' ');

/** Writes one line to standard output. */
export const printLine = (line = ''): void => void process.stdout.write(`${printable(line)}\n`);

/** 1989 → "1,989". */
export const formatNumber = (value: number): string => value.toLocaleString('en');

/** Formats a count with its noun: "1 work", "2 works", "1,989 works". */
export const formatCount = (count: number, one: string, many = `${one}s`): string => `${formatNumber(count)} ${count === 1 ? one : many}`;

/**
 * Runs a command of the operator. If the operator can fix the fault, prints an explanation and sets the exit code to 1. @throws any other
 * fault
 */
export async function runCommand(run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (fault) {
    process.exitCode = 1;
    const reason = explainFault(fault);
    if (reason === null) throw fault;
    process.stderr.write(`${reason.split('\n').map(printable).join('\n')}\n`);
  }
}

/** Returns the version of Peergraph that runs. */
export const packageVersion = (): string => (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;
