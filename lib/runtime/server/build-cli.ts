import { build } from './build.ts';

// `npm run build`: builds the pages even if nothing has changed.
build((text) => console.log(text)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
