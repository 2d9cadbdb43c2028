import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notInstalledExitCode, runTool } from '#lib/platform/processes/child-process.ts';

/** A push of a head to a git repository. `authorization` is the value of an HTTP header, and a secret. */
interface HeadPush {
  url: string;
  authorization: string | null;
  day: string;
  /** The head as one line of JSON. */
  line: string;
  /** The instance whose log it is. */
  origin: string;
}

const pushTimeoutMs = 60_000;
const maxErrorCharacters = 300;

/**
 * Adds a head to a git repository over HTTP: heads/<day>.json, and a line in heads.jsonl. Never force-pushes, so that earlier pushes stay.
 * The secret is passed only in the environment of git: it is in no argument, file or message.
 * @param programs the search path on which git is looked up
 * @throws an Error whose message tells the operator what to do
 */
export async function pushHead(
  { url, authorization, day, line, origin }: HeadPush,
  programs: string = process.env.PATH ?? '',
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'peergraph-heads-'));
  const clone = join(folder, 'copy');
  const settings = {
    // The repository is untrusted: no symbolic links, no hooks, no redirects that would send the secret elsewhere.
    'core.symlinks': 'false',
    'core.hooksPath': '/dev/null',
    'http.followRedirects': 'false',
    'credential.helper': '',
    'user.name': 'Peergraph',
    'user.email': `log@${new URL(origin).hostname}`,
    'commit.gpgSign': 'false',
    ...(authorization ? { [`http.${url}.extraHeader`]: `Authorization: ${authorization}` } : {}),
  };
  const environment: NodeJS.ProcessEnv = {
    NODE_ENV: 'production',
    PATH: programs,
    HOME: folder,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '/bin/false',
    GIT_ALLOW_PROTOCOL: 'http:https',
    GIT_CONFIG_COUNT: String(Object.keys(settings).length),
  };
  for (const [index, [name, value]] of Object.entries(settings).entries()) {
    environment[`GIT_CONFIG_KEY_${index}`] = name;
    environment[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  for (const name of ['HTTPS_PROXY', 'https_proxy', 'NO_PROXY', 'no_proxy', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'GIT_SSL_CAINFO'])
    if (process.env[name]) environment[name] = process.env[name];
  const deadline = AbortSignal.timeout(pushTimeoutMs);
  const git = (args: string[]) => runGit(args, environment, deadline, authorization);
  try {
    await git(['clone', '--quiet', '--depth=1', '--no-tags', '--single-branch', '--template=', '--', url, clone]);
    const file = join(clone, 'heads', `${day}.json`);
    const existing = await readFile(file, 'utf8').catch(() => null);
    if (existing?.trim() === line) return;
    if (existing !== null)
      throw new Error(`The repository holds another head of ${day}: heads/${day}.json. Has the log been restored from a copy?`);
    await mkdir(join(clone, 'heads'), { recursive: true });
    await writeFile(file, `${line}\n`);
    await appendFile(join(clone, 'heads.jsonl'), `${line}\n`);
    await git(['-C', clone, 'add', '--', `heads/${day}.json`, 'heads.jsonl']);
    await git(['-C', clone, 'commit', '--quiet', '--message', `Head of the log of ${origin}, ${day}`]);
    await git(['-C', clone, 'push', '--quiet', 'origin', 'HEAD']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runGit(args: string[], env: NodeJS.ProcessEnv, deadline: AbortSignal, secret: string | null): Promise<void> {
  const { code, errorOutput } = await runTool('git', args, env, deadline);
  if (code === 0) return;
  if (code === notInstalledExitCode) throw new Error('The program git is not on PATH. Install it, or take git+https out of LOG_WITNESSES.');
  if (deadline.aborted) throw new Error(`git did not finish within ${pushTimeoutMs / 1000} seconds.`);
  throw new Error(`git ${args.find((each) => /^(clone|add|commit|push)$/.test(each))} failed: ${removeSecret(errorOutput, secret)}`);
}

/** Returns git's output, shortened and without any form of the secret, in case a server repeats it. */
function removeSecret(text: string, secret: string | null): string {
  const encoded = secret?.replace(/^Basic /, '') ?? '';
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const forms = [encoded, decoded, ...decoded.split(':')].filter((form) => form.length > 3);
  const clean = forms.reduce((rest, form) => rest.replaceAll(form, '…'), text);
  return clean.replace(/\s+/g, ' ').trim().slice(-maxErrorCharacters);
}
