// The entry of every command: node lib/runtime/server/runtime.mjs [node's flags] <script> [arguments].
// Runs the script on a Node that is new enough: this one, or the Node 24 that comes with the packages. It is looked up by its path,
// because not every npm links it as a command; and the check comes first, because better-sqlite3 ends an older Node without a word.
import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import module from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const oldest = [22, 18];
const given = process.argv.slice(2);
const scriptAt = given.findIndex((word) => !word.startsWith('--'));
const flags = given.slice(0, scriptAt);
const [script = '', ...args] = given.slice(scriptAt);

/**
 * Settings of a file; what the environment sets has precedence.
 * @returns whether Node must start again: it reads variables of its own, such as NODE_EXTRA_CA_CERTS, only when it starts
 */
async function loadSettings() {
  const { readSettingsFile } = await import('../../platform/settings/settings-file.ts');
  try {
    const added = Object.entries(readSettingsFile()?.values ?? {}).filter(([name]) => process.env[name] === undefined);
    for (const [name, value] of added) process.env[name] = value;
    return added.some(([name]) => /^NODE_(?!ENV$)/.test(name));
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

const isNewEnough = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
};

const bundled = () => {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const home = join(dirname(fileURLToPath(import.meta.url)), '../../../node_modules', `node-${system}-${process.arch}`, 'bin', file);
  return existsSync(home) ? home : null;
};

/** npm, and this file on an older Node, may end without a word to what they started: then this ends too, in good order. */
const endWithParent = (end) => {
  const { PEERGRAPH_PARENT, npm_lifecycle_event } = process.env;
  delete process.env.PEERGRAPH_PARENT;
  if (!PEERGRAPH_PARENT && !npm_lifecycle_event) return;
  const parent = Number(PEERGRAPH_PARENT) || process.ppid;
  setInterval(() => process.ppid !== parent && end(), 1000).unref();
};

const runOn = (node, words) => {
  const child = spawn(node, words, { stdio: 'inherit', env: { ...process.env, PEERGRAPH_PARENT: String(process.pid) } });
  // Ctrl+C reaches the child by itself; this process only waits for it.
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

/** Compiled code outlasts a process, in DATA_DIR: a start takes a third less. Only in a folder of this user, who reads and writes there anyway. */
const storeCompiledCode = () => {
  const folder = resolve(process.env.DATA_DIR || 'data');
  if (!isOfThisUser(folder)) return;
  // What this process starts reads the variable.
  process.env.NODE_COMPILE_CACHE ??= join(folder, 'cache', 'compiled');
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  // A process that is killed writes nothing at its end.
  setTimeout(() => module.flushCompileCache(), 15_000).unref();
};

process.env.NEXT_TELEMETRY_DISABLED = '1';
const isCommand = script.startsWith('lib/');
// Databases, keys and backups are for the operator's user alone; a build may be for another one.
if (isCommand && !script.endsWith('/build-cli.ts')) process.umask(0o077);
const mustStartAgain = isCommand && isNewEnough() && (await loadSettings());
if (isCommand && isNewEnough()) storeCompiledCode();
if (isNewEnough() && flags.length === 0 && !mustStartAgain) {
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
else if (bundled()) runOn(bundled(), [fileURLToPath(import.meta.url), ...given]);
else {
  console.error(`Peergraph needs Node ${oldest.join('.')} or later and found ${process.versions.node}.`);
  console.error('On Linux and Windows "npm ci" brings Node 24 with it, unless optional packages are left out. Elsewhere install Node 24.');
  process.exit(1);
}
