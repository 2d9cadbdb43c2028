import { parentPort } from 'node:worker_threads';
import { readArchive } from '../model/archive-reader.ts';

// Entry of a worker thread that reads one archive and returns the result: see read-archive.ts.
parentPort?.once('message', async (bytes: Uint8Array) => parentPort?.postMessage(await readArchive(Buffer.from(bytes))));
parentPort?.postMessage('ready');
