import { isMainThread, Worker, workerData } from 'node:worker_threads';

/**
 * Ends this process after its parent has ended: with SIGTERM, then by force. It is loaded before a script (child-process.ts), and checks in
 * a thread, so that a script in a busy loop also ends.
 */
const pollMs = 250;
const killDelayMs = 3_000;

function endWithParent(parent: number): void {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), killDelayMs);
  }, pollMs);
}

if (isMainThread) {
  // The parent may already have ended. Child processes inherit the flags, and follow this process.
  const followed = Number(process.env.PEERGRAPH_PARENT) || process.ppid;
  delete process.env.PEERGRAPH_PARENT;
  const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 };
  new Worker(new URL(import.meta.url), { execArgv: [], workerData: { followed }, resourceLimits }).unref();
} else if (workerData?.followed) endWithParent(workerData.followed);
