import { startDns, type TestDns } from '../servers/dns.ts';
import { startOrcid, type TestOrcid } from '../servers/orcid.ts';
import { startSmtp, type TestSmtp } from '../servers/smtp.ts';
import { startWeb, type TestWeb } from '../servers/web.ts';

/** Test servers of the outside world on loopback: ORCID, DNS, mail, and the web with code hosts and domain registries. */
export interface Servers {
  orcid: TestOrcid;
  dns: TestDns;
  web: TestWeb;
  smtp: TestSmtp;
  stop(): Promise<void>;
}

/** Starts the servers, and points the settings of this process to them. Call it first, because settings are read once. */
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
