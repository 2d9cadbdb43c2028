import { store } from '#lib/platform/db/store.ts';
import { sendHeartbeats } from '#lib/runtime/monitoring/worker-watch.ts';
import { startWorker } from '#lib/runtime/worker/worker.ts';

// A worker with a job that blocks the event loop forever.
for (const end of ['disconnect', 'SIGTERM']) process.once(end, () => process.exit());
sendHeartbeats();
startWorker({
  store: store(),
  handlers: {
    'send-mail': {
      outside: async ({ subject }) => {
        while (subject === 'hang');
      },
    },
  },
});
process.send?.('alive');
