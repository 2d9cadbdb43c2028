import pino from 'pino';
import { env } from '../env.ts';

/** Structured lines on standard output, one JSON object each; never an address, a token or a message's text. */
export const log = pino({ level: env().LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime });
