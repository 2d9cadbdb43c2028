import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

/** Chromium without windows: the same engine, and a third less work for each page than the browser that hides its windows. */
const headlessShell = '/usr/bin/chromium-headless-shell';
const browsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const firstOf = (paths: readonly string[]) => paths.find((path) => path !== '' && existsSync(path));
const chosen = () => firstOf([process.env.CHROMIUM ?? '', headlessShell]);

/** Installs a package of Debian where that is permitted. What comes of it is for the caller to look at. */
async function install(name: string): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`[chromium] installing Debian’s ${name}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const commands = `apt-get update -qq && apt-get install -y -qq ${name} >/dev/null`;
  await once(spawn('sh', ['-c', commands], { stdio: 'inherit', env, timeout: 180_000 }), 'close');
}

/** Path of a Chromium; installs Debian's where there is none and that is possible. Throws with what to do otherwise. */
export async function findChromium(): Promise<string> {
  if (!chosen()) await install('chromium-headless-shell');
  if (!chosen() && !firstOf(browsers)) await install('chromium');
  const path = chosen() ?? firstOf(browsers);
  if (!path) throw new Error('The browser tests need Chromium: install the package chromium, or set CHROMIUM to its path, and run again.');
  return path;
}
