import { parentPort } from 'node:worker_threads';
import { readArchive } from '../model/archive-reader.ts';

// Reads one archive and answers with what was read: see read-archive.ts.
parentPort?.once('message', async (bytes: Uint8Array) => parentPort?.postMessage(await readArchive(Buffer.from(bytes))));
parentPort?.postMessage('ready');
