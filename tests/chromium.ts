import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

/** Chromium without windows: the same engine, with a third less work per page than the full browser in headless mode. */
const headlessShell = '/usr/bin/chromium-headless-shell';
const browsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const firstOf = (paths: readonly string[]) => paths.find((path) => path !== '' && existsSync(path));
const chosen = () => firstOf([process.env.CHROMIUM ?? '', headlessShell]);

/** Tries to install a Debian package, if this user may. The caller checks the result. */
async function install(name: string): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`[chromium] installing Debian’s ${name}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const commands = `apt-get update -qq && apt-get install -y -qq ${name} >/dev/null`;
  await once(spawn('sh', ['-c', commands], { stdio: 'inherit', env, timeout: 180_000 }), 'close');
}

/** Returns the path of a Chromium, after an attempt to install Debian's if there is none. Throws with instructions otherwise. */
export async function findChromium(): Promise<string> {
  if (!chosen()) await install('chromium-headless-shell');
  if (!chosen() && !firstOf(browsers)) await install('chromium');
  const path = chosen() ?? firstOf(browsers);
  if (!path) throw new Error('The browser tests need Chromium: install the package chromium, or set CHROMIUM to its path, and run again.');
  return path;
}
