import { parentPort } from 'node:worker_threads';
import { parsePastedWorks } from './pasted.ts';

// Parses one text and replies with its works: see read-pasted.ts.
parentPort?.once('message', (text: string) => parentPort?.postMessage(parsePastedWorks(text)));
parentPort?.postMessage('ready');
