import { isMainThread, Worker, workerData } from 'node:worker_threads';

/**
 * Ends this process when the process that has started it is gone, however that ended: with SIGTERM, and soon after by force. It is loaded before
 * a script (child-process.ts), and looks from a thread, so that a script that never pauses ends too.
 */
const pollMs = 250;
const killAfterMs = 3_000;

function watch(parent: number): void {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), killAfterMs);
  }, pollMs);
}

if (isMainThread) {
  // Who has asked for this may be gone by now. What this process forks gets its flags, and follows this process.
  const followed = Number(process.env.PEERGRAPH_PARENT) || process.ppid;
  delete process.env.PEERGRAPH_PARENT;
  const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 };
  new Worker(new URL(import.meta.url), { execArgv: [], workerData: { followed }, resourceLimits }).unref();
} else if (workerData?.followed) watch(workerData.followed);
