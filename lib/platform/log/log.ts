import pino from 'pino';
import { requestId } from '#lib/platform/request-context.ts';

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];
// Read here rather than through env(): a bad setting is to be told in a sentence, and not by this module as it loads.
const level = levels.find((each) => each === process.env.LOG_LEVEL) ?? 'info';

/** Structured lines on standard output, one JSON object each; never an address, a token or a message's text. */
export const log = pino({
  level,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  mixin: () => {
    const id = requestId();
    return id === undefined ? {} : { requestId: id };
  },
});
