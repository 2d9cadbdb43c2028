import { startDns, type TestDns } from '../servers/dns.ts';
import { startOrcid, type TestOrcid } from '../servers/orcid.ts';
import { startSmtp, type TestSmtp } from '../servers/smtp.ts';
import { startWeb, type TestWeb } from '../servers/web.ts';

/** The world outside, on loopback: ORCID, DNS, the web with hosts of code and registries of domains, and mail. */
export interface Servers {
  orcid: TestOrcid;
  dns: TestDns;
  web: TestWeb;
  smtp: TestSmtp;
  stop(): Promise<void>;
}

/** Starts the servers and sets this process's settings to them; the settings are read once, so this comes first. */
export async function startServers(): Promise<Servers> {
  const dns = await startDns();
  const [orcid, web, smtp] = [await startOrcid({ redirectUri: 'http://localhost/none' }), await startWeb(dns), await startSmtp()];
  Object.assign(process.env, orcid.env, {
    PROOFS_LOOPBACK: 'on',
    PROOF_DNS_SERVER: dns.server,
    REPOSITORY_FILES: `github.com=${web.url}/github/{path}/{file}`,
    REPOSITORY_APIS: `github.com=${web.url}/api`,
    RDAP_URL: `${web.url}/rdap`,
    SMTP_URL: smtp.url,
  });
  const stop = async () => {
    for (const server of [orcid, web, dns, smtp]) await server.stop();
  };
  return { orcid, dns, web, smtp, stop };
}
