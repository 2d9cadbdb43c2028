// Entry of every command: node lib/runtime/server/runtime.mjs [node flags] <script> [arguments].
// Runs the script with a recent Node.js: this one, or the Node 24 installed as a package. That is found by its path, since not every npm
// links its command. The version is checked first, because better-sqlite3 crashes older versions without a message.
import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import module from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const minVersion = [22, 18];
const commandLine = process.argv.slice(2);
const scriptAt = commandLine.findIndex((word) => !word.startsWith('--'));
const flags = commandLine.slice(0, scriptAt);
const [script = '', ...args] = commandLine.slice(scriptAt);

/**
 * Loads settings from a file; environment variables take precedence.
 * @returns whether Node.js must be restarted, since it reads variables such as NODE_EXTRA_CA_CERTS only at start
 */
async function loadSettings() {
  const { readSettingsFile } = await import('../../platform/settings/settings-file.ts');
  try {
    const newSettings = Object.entries(readSettingsFile()?.values ?? {}).filter(([name]) => process.env[name] === undefined);
    for (const [name, value] of newSettings) process.env[name] = value;
    return newSettings.some(([name]) => /^NODE_(?!ENV$)/.test(name));
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

const isNewEnough = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > minVersion[0] || (major === minVersion[0] && minor >= minVersion[1]);
};

const bundledNode = () => {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const path = join(dirname(fileURLToPath(import.meta.url)), '../../../node_modules', `node-${system}-${process.arch}`, 'bin', file);
  return existsSync(path) ? path : null;
};

/** Ends this process when its parent ends. npm, and this file on an older Node.js, may end without a signal to their child. */
const endWithParent = (end) => {
  const { PEERGRAPH_PARENT, npm_lifecycle_event } = process.env;
  delete process.env.PEERGRAPH_PARENT;
  if (!PEERGRAPH_PARENT && !npm_lifecycle_event) return;
  const parent = Number(PEERGRAPH_PARENT) || process.ppid;
  setInterval(() => process.ppid !== parent && end(), 1000).unref();
};

/** Threads share one arena of glibc (mallopt), as in the deploy files: the server takes 70 MB less. */
const runOn = (node, words) => {
  const child = spawn(node, [...process.execArgv, ...words], {
    stdio: 'inherit',
    env: { MALLOC_ARENA_MAX: '1', ...process.env, PEERGRAPH_PARENT: String(process.pid) },
  });
  // Ctrl+C reaches the child directly; this process only waits for it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  endWithParent(() => child.kill('SIGTERM'));
  child.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
};

const isOfThisUser = (path) => {
  try {
    return statSync(path).uid === (process.getuid?.() ?? 0);
  } catch {
    return false;
  }
};

/** Caches compiled code in DATA_DIR, which makes a start a third faster. Only in a folder of this user, who can write there anyway. */
const storeCompiledCode = () => {
  const folder = resolve(process.env.DATA_DIR || 'data');
  if (!isOfThisUser(folder)) return;
  // Inherited by child processes.
  process.env.NODE_COMPILE_CACHE ??= join(folder, 'cache', 'compiled');
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  // A killed process does not write the cache at its end.
  setTimeout(() => module.flushCompileCache(), 15_000).unref();
};

process.env.NEXT_TELEMETRY_DISABLED = '1';
// As `next build --experimental-next-config-strip-types` sets it: with the compiler of Next.js, reading next.config.ts takes 25 MB in each process.
process.env.__NEXT_NODE_NATIVE_TS_LOADER_ENABLED = 'true';
const isCommand = script.startsWith('lib/');
// Databases, keys and backups are readable by the operator's user only; a build may be for another user.
if (isCommand && !script.endsWith('/build-cli.ts')) process.umask(0o077);
const mustRestart = isCommand && isNewEnough() && (await loadSettings());
if (isCommand && isNewEnough()) storeCompiledCode();
if (isNewEnough() && flags.length === 0 && !mustRestart) {
  process.argv.splice(1, process.argv.length, resolve(script), ...args);
  endWithParent(() => process.kill(process.pid, 'SIGTERM'));
  await import('../../platform/processes/resolve-modules.ts');
  await import('../../platform/processes/closed-output.ts');
  await import(pathToFileURL(resolve(script)).href);
} else if (isNewEnough())
  runOn(process.execPath, [
    ...['end-with-parent.ts', 'resolve-modules.ts', 'closed-output.ts'].map(
      (name) => `--import=${new URL(`../../platform/processes/${name}`, import.meta.url)}`,
    ),
    ...flags,
    script,
    ...args,
  ]);
else if (bundledNode()) runOn(bundledNode(), [...flags, fileURLToPath(import.meta.url), script, ...args]);
else {
  console.error(`Peergraph needs Node ${minVersion.join('.')} or later and found ${process.versions.node}.`);
  console.error('On Linux and Windows "npm ci" brings Node 24 with it, unless optional packages are left out. Elsewhere install Node 24.');
  process.exit(1);
}
