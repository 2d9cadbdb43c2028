import { build } from './build.ts';

// `npm run build`: builds the pages whether they have changed or not.
build((text) => console.log(text)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
