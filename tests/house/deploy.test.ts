import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readEnv } from '#lib/platform/env.ts';

// The examples of `deploy/` name existing settings, scripts and ports, and are valid for their programs.
const read = (name: string): string => readFileSync(`deploy/${name}`, 'utf8');
const settings = new Set(
  [...readFileSync('lib/platform/env.ts', 'utf8').matchAll(/^ {4}([A-Z][A-Z_]+):/gm)].map((match) => match[1] ?? ''),
);
const externalSettings = new Set(['NODE_ENV', 'MALLOC_ARENA_MAX', 'PEERGRAPH_ENV', 'SITE', 'POSTGRES_PASSWORD']);
const unknown = (names: readonly string[]): string[] => names.filter((name) => !settings.has(name) && !externalSettings.has(name));
const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? '');
const port = readEnv({}).PORT;
const systemNode = '/usr/bin/node';
const isInstalled = (tool: string, ...args: string[]): boolean => spawnSync(tool, args).status === 0;

test('the examples name settings that exist', () => {
  expect(settings.size).toBeGreaterThan(20);
  expect(unknown(namesIn(read('peergraph.env.example'), /^#? ?([A-Z][A-Z_]+)=/gm))).toEqual([]);
  for (const unit of ['peergraph.service', 'peergraph-backup.service'])
    expect(unknown(namesIn(read(unit), /^Environment=([A-Z_]+)=/gm)), unit).toEqual([]);
  expect(unknown(namesIn(read('Dockerfile'), /^(?:ENV| {4})\s*([A-Z_]+)=/gm))).toEqual([]);
  const compose = parse(read('compose.yaml'), { merge: true });
  expect(unknown(Object.keys(compose.services.app.environment))).toEqual([]);
});

test('the settings of the examples are accepted', () => {
  const filled = Object.fromEntries(
    read('peergraph.env.example')
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  const compose = parse(read('compose.yaml'), { merge: true });
  const { environment } = compose.services.app;
  // Docker Compose substitutes the password.
  environment.DATABASE_URL = environment.DATABASE_URL.replace(/\$\{.+\}/, 'secret');
  expect(readEnv({ ...filled, SECRET: 'x'.repeat(32), ...environment })).toMatchObject({ HSTS: 'subdomains' });
  expect(() => readEnv({ ...filled, SECRET: 'x'.repeat(32), SMTP_URL: '' })).toThrow('SMTP_URL');
});

test('the examples agree on the port, and on the scripts that they start', () => {
  for (const name of ['Dockerfile', 'compose.yaml', 'Caddyfile', 'nginx.conf']) expect(read(name), name).toContain(String(port));
  for (const name of ['Dockerfile', 'compose.yaml', 'peergraph.service', 'peergraph-backup.service']) {
    const scripts = namesIn(read(name).replace(/["',]/g, ' '), /\b(lib\/\S+\.(?:ts|mjs))/g);
    expect(scripts.length, name).toBeGreaterThan(0);
    for (const script of scripts) expect(() => readFileSync(script), script).not.toThrow();
  }
});

test('the image runs without privileges on a recent Node, and has a health check', () => {
  const dockerfile = read('Dockerfile');
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(dockerfile).toMatch(/^HEALTHCHECK /m);
  expect(dockerfile).toContain('npm ci --omit=dev');
  const { app, backup, database } = parse(read('compose.yaml'), { merge: true }).services;
  expect([app.read_only, app.cap_drop, app.ports, database.ports]).toEqual([true, ['ALL'], undefined, undefined]);
  expect([backup.read_only, backup.image, backup.environment]).toEqual([true, app.image, app.environment]);
});

test.runIf(isInstalled('systemd-analyze', '--version'))('systemd accepts the units', () => {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-units-'));
  try {
    const names = ['peergraph.service', 'peergraph-backup.service', 'peergraph-backup.timer'];
    // The programs and users of a server do not exist on this machine.
    for (const name of names)
      writeFileSync(
        join(folder, name),
        read(name)
          .replace('/usr/bin/node', process.execPath)
          .replace(/^(User|Group|WorkingDirectory)=.*$/gm, ''),
      );
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...names.map((name) => join(folder, name))]);
    const about = stderr
      .toString()
      .split('\n')
      .filter((line) => line.includes('peergraph'));
    expect(about).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.runIf(isInstalled('nginx', '-v') && isInstalled('openssl', 'version'))('nginx accepts its example', () => {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-nginx-'));
  try {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-keyout', key, '-out', certificate];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1', ...subject], {
      stdio: 'ignore',
    });
    const site = read('nginx.conf')
      .replaceAll(/\/etc\/letsencrypt\/\S+fullchain.pem/g, certificate)
      .replaceAll(/\/etc\/letsencrypt\/\S+privkey.pem/g, key);
    mkdirSync(join(folder, 'logs'));
    const whole = `pid ${folder}/pid;\nerror_log ${folder}/logs/error;\nevents {}\nhttp {\naccess_log off;\n${site}\n}\n`;
    writeFileSync(join(folder, 'nginx.conf'), whole);
    const { status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')]);
    expect(status, stderr.toString()).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the proxies redirect readers to HTTPS, and nothing that is posted', () => {
  expect(read('nginx.conf')).toMatch(
    /\$request_method !~ \^\(GET\|HEAD\)\$\) \{\s+return 403;[\s\S]+return 308[\s\S]+\/\(api\/\|trust\/witness\$\) \{\s+return 403;/,
  );
  expect(read('Caddyfile')).toMatch(/^http:\/\/\{\$SITE\} \{[\s\S]+respond @sent 403\s+respond @programs 403\s+redir https:/m);
  expect(read('nginx.conf')).toMatch(/ssl_protocols TLSv1\.2 TLSv1\.3;[\s\S]+ssl_ciphers ECDHE\+AESGCM:ECDHE\+CHACHA20;/);
});

test('neither the image nor the service contains the history of the code', () => {
  expect(readFileSync('.dockerignore', 'utf8')).toMatch(/^\.git$/m);
  expect(read('peergraph.service')).toMatch(/^InaccessiblePaths=-\/opt\/peergraph\/\.git$/m);
});

test.runIf(process.getuid?.() === 0)('a service that cannot build its pages says who has to', () => {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-program-'));
  try {
    chmodSync(folder, 0o755);
    // The user changes only once everything is loaded: this one may not be able to read the folder of the project.
    const build = `const { buildIfNeeded } = await import('${resolve('lib/runtime/server/pages/build.ts')}');
      process.setgroups([]); process.setgid(65_534); process.setuid(65_534);
      await buildIfNeeded(console.log);`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', build], { cwd: folder });
    expect(`${stdout}${stderr}`).toContain('Run "npm run build" as the owner of the folder');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('every command reads its settings from a file, and the environment has precedence', () => {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-settings-'));
  try {
    copyFileSync('deploy/peergraph.env.example', join(folder, 'peergraph.env'));
    const check = (env: Record<string, string>, node = process.execPath) => {
      const { stdout, stderr } = spawnSync(node, [resolve('lib/runtime/server/runtime.mjs'), 'lib/runtime/backup/cli.ts', 'check'], {
        env: {
          NODE_ENV: 'test',
          PATH: process.env.PATH,
          PEERGRAPH_ENV: join(folder, 'peergraph.env'),
          DATABASE_URL: `file:${folder}/none.db`,
          DATA_DIR: folder,
          ...env,
        },
      });
      return `${stdout}${stderr}`;
    };
    expect(check({})).toContain('SECRET must be set');
    expect(check({ SECRET: 'x'.repeat(32) })).toContain('empty or missing');
    // An unsupported Node starts the version in node_modules, which must read the same file.
    if (isInstalled(systemNode, '--version')) expect(check({}, systemNode)).toContain('SECRET must be set');
    expect(check({ PEERGRAPH_ENV: join(folder, 'other.env') })).toContain('does not exist');
    expect(check({ PEERGRAPH_ENV: folder })).toMatch(/^The settings in \S+ cannot be read\. .*\n\(EISDIR[^\n]*\)\n$/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
