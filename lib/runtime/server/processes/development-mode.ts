const at = process.argv.indexOf('--dev');

/** Whether this process is the server of `npm run dev`. */
export const isDevelopment = at >= 0;

/** Whether this server replaces one that had an older version of a file. */
export const isRestart = process.argv.includes('--restart');

/** Socket of the process that runs Next.js (framework.ts). */
export const frameworkSocket = process.argv[at + 1] ?? '';
