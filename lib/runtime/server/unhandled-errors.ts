import { faultFrames, faultText } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';

const factsOf = (error: unknown) => ({ error: faultText(error), stack: faultFrames(error) });

/**
 * The last resort: errors that nothing has caught become log lines. After a rejected promise the process goes on. After an exception its
 * state is unknown: `stop` ends it in good order, and the service manager starts it again.
 */
export function catchUnhandledErrors(stop: () => void): void {
  process.on('unhandledRejection', (reason) => log.error(factsOf(reason), 'unhandled rejection'));
  process.on('uncaughtException', (error) => {
    log.fatal(factsOf(error), 'uncaught exception');
    stop();
  });
}
