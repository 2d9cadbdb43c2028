import { parentPort } from 'node:worker_threads';
import { parseFileWorks, parsePastedWorks } from './pasted.ts';

// Parses one text, or the bytes of one file, and replies with its works: see read-pasted.ts.
parentPort?.once('message', (input: string | Uint8Array) =>
  parentPort?.postMessage(typeof input === 'string' ? parsePastedWorks(input) : parseFileWorks(input)),
);
parentPort?.postMessage('ready');
