import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const found = () => places.find((path) => path !== '' && existsSync(path));

/** Path of a Chromium; installs Debian's where there is none and that is possible. Throws with what to do otherwise. */
export function findChromium(): string {
  const here = found();
  if (here) return here;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('[chromium] installing Debian’s chromium');
    execFileSync('sh', ['-c', 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null'], {
      stdio: 'inherit',
    });
  }
  const installed = found();
  if (!installed)
    throw new Error('The browser tests need Chromium: install the package chromium, or set CHROMIUM to its path, and run again.');
  return installed;
}
