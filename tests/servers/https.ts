import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface TestHttps {
  url: string;
  /** Certificate that the client must trust, so that only its dates can be invalid. */
  certificate: string;
  stop(): void;
}

const config = `[ca]
default_ca = test
[test]
database = index
serial = serial
new_certs_dir = certs
default_md = sha256
policy = policy
x509_extensions = extensions
[policy]
commonName = supplied
[extensions]
subjectAltName = DNS:localhost
`;

/** Creates a key and a self-signed certificate for localhost. @param from start date in OpenSSL's format: 20200101000000Z */
function createCertificate(from: string, to: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-certificate-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  try {
    mkdirSync(join(folder, 'certs'));
    writeFileSync(join(folder, 'ca.cnf'), config);
    writeFileSync(join(folder, 'index'), '');
    writeFileSync(join(folder, 'serial'), '01\n');
    const made = ['-keyout', 'key.pem', '-out', 'request.pem', '-subj', '/CN=localhost'];
    openssl('req', '-new', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', ...made);
    const dates = ['-startdate', from, '-enddate', to];
    openssl(
      'ca',
      '-batch',
      '-selfsign',
      '-config',
      'ca.cnf',
      '-keyfile',
      'key.pem',
      '-in',
      'request.pem',
      '-out',
      'cert.pem',
      '-notext',
      ...dates,
    );
    return { key: readFileSync(join(folder, 'key.pem'), 'utf8'), cert: readFileSync(join(folder, 'cert.pem'), 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Starts an HTTPS server on loopback that returns JSON by path, with a self-signed certificate. */
export async function startHttps(dates: { from: string; to: string }, answers: Record<string, unknown>): Promise<TestHttps> {
  const { key, cert } = createCertificate(dates.from, dates.to);
  const server = createServer({ key, cert }, ({ url = '' }, response) => {
    const answer = answers[decodeURIComponent(url)];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((ready) => server.listen(0, 'localhost', ready));
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  return {
    url: `https://localhost:${port}`,
    certificate: cert,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
