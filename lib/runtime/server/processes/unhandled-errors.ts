import { describeFault, faultFrames } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';

const logFieldsOf = (error: unknown) => ({ error: describeFault(error), stack: faultFrames(error) });

/**
 * Logs errors that nothing has caught. After an unhandled rejection, the process continues. After an uncaught exception its state is
 * unknown: `stop` shuts it down, and the service manager restarts it.
 */
export function catchUnhandledErrors(stop: () => void): void {
  process.on('unhandledRejection', (reason) => log.error(logFieldsOf(reason), 'unhandled rejection'));
  process.on('uncaughtException', (error) => {
    log.fatal(logFieldsOf(error), 'uncaught exception');
    stop();
  });
}
