import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs a package from Debian if its program is missing. */
export function installPackage(name: string, program: string): void {
  if (existsSync(program)) return;
  console.log(`[${name}] installing Debian’s ${name}`);
  const install = `apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq ${name} >/dev/null`;
  execFileSync('sh', ['-c', install], { stdio: 'inherit' });
}
