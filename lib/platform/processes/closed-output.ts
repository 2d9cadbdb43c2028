/** A reader that has read enough (`npm run doctor | head`) does not end a command: what it says after that is lost, and its work is done. */
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
