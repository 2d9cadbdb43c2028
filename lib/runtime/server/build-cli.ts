import { Command } from 'commander';
import { build } from './pages/build.ts';

new Command('npm run build')
  .showHelpAfterError()
  .description('Builds the pages, even if nothing has changed.')
  .action(() =>
    build((text) => console.log(text)).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    }),
  )
  .parse();
