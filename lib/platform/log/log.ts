import pino from 'pino';
import { requestId } from '#lib/platform/request-context.ts';

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];
// Read here instead of by env(): an invalid setting must be reported in a sentence, not thrown while this module loads.
const level = levels.find((each) => each === process.env.LOG_LEVEL) ?? 'info';

/** Logs structured lines to standard output, one JSON object each. Never logs an email address, a token or the text of a message. */
export const log = pino({
  level,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  mixin: () => {
    const id = requestId();
    return id === undefined ? {} : { requestId: id };
  },
});
