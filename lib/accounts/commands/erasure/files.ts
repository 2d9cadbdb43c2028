import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { eq } from 'drizzle-orm';
import { accounts, dataExports } from '../../../db/schema/accounts.ts';
import type { Reader } from '../../../db/store.ts';
import { env } from '../../../env.ts';
import { outboxFolder } from '../../../mail/transport.ts';

/**
 * Removes the files of an account: its copies, and mails to it that this instance has kept in a folder for want of a mail server. Before
 * the rows that name them, so that none is left without a name; a copy that is just being made finds its row gone and removes itself.
 */
export async function eraseFiles(reader: Reader, accountId: string): Promise<void> {
  const copies = await reader.select({ file: dataExports.file }).from(dataExports).where(eq(dataExports.accountId, accountId));
  const folder = join(env().DATA_DIR, 'exports');
  for (const { file } of copies) if (file) await rm(join(folder, basename(file)), { force: true, recursive: true });
  const [account] = await reader.select().from(accounts).where(eq(accounts.id, accountId));
  const addresses = new Set([account?.email, account?.recoveryEmail].filter((each) => typeof each === 'string'));
  if (addresses.size > 0) await eraseKeptMails(outboxFolder(), addresses);
}

async function eraseKeptMails(folder: string, addresses: ReadonlySet<string>): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8').catch(() => '');
    if ([...addresses].some((address) => text.includes(JSON.stringify(address)))) await rm(path, { force: true });
  }
}
