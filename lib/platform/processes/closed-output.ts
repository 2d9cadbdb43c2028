/** Ignores closed output pipes (`npm run doctor | head`), so that a command completes its work. */
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
