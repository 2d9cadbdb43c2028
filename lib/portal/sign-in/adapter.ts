import { and, eq } from 'drizzle-orm';
import type { Adapter, AdapterAccount, AdapterUser } from 'next-auth/adapters';
import { addLogin } from '#lib/community/accounts/commands/logins.ts';
import { insertSession, lockAccount, type SessionOrigin, tokenHash } from '#lib/platform/auth/sessions.ts';
import { now } from '#lib/platform/clock.ts';
import { accounts, logins, sessions, signInTokens } from '#lib/platform/db/schema/accounts.ts';
import type { Store, Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';

type Account = typeof accounts.$inferSelect;
// The type of next-auth requires an email address, which an account that signs in with ORCID only does not have.
const toAdapterUser = ({ id, name, email, emailVerified, image }: Account): AdapterUser => ({
  id,
  name,
  image,
  email: email ?? '',
  emailVerified,
});

interface AdapterHooks {
  /** Runs in the transaction that stores a sign-in token, so that the email is sent only if the token is stored. */
  onToken?: (tx: Writer) => Promise<void>;
  session?: SessionOrigin;
  /** False hides the open session from next-auth. Otherwise it would link the login to that session's account, or end it too early. */
  knowsSession?: boolean;
  /** Called instead of opening a session if the account requires a passkey, or is suspended. */
  onRefused?: (accountId: string, code: 'passkey_required' | 'account_suspended') => void;
  /** Email address that a sign-in link was sent to. An account that has changed its address since opens no session. */
  address?: string;
  /** Runs in the transaction that would create an account for the address; false prevents it. */
  mayCreate?: (tx: Writer, email: string) => Promise<boolean>;
  /** Runs in the transaction that links an external login to an account. */
  onLink?: (tx: Writer, accountId: string) => Promise<void>;
}

/** Creates next-auth's adapter on our tables. Each method is one transaction; session tokens are stored as hashes only. */
export function createAdapter(
  database: Store,
  { onToken, session, knowsSession = true, onRefused, address, mayCreate, onLink }: AdapterHooks = {},
): Adapter {
  const { reader, transact } = database;
  const accountWhere = async (condition: ReturnType<typeof eq>) => {
    const [row] = await reader.select().from(accounts).where(condition).limit(1);
    return row ? toAdapterUser(row) : null;
  };
  return {
    createUser: (user: Omit<AdapterUser, 'id'>) =>
      transact(async (tx) => {
        if (user.email && mayCreate && !(await mayCreate(tx, user.email))) throw new Error('No account of the address may be created.');
        return createAccount(tx, user);
      }),
    getUser: (id) => accountWhere(eq(accounts.id, id)),
    getUserByEmail: (email) => accountWhere(eq(accounts.email, email)),
    async getUserByAccount({ provider, providerAccountId }) {
      const [row] = await reader
        .select({ account: accounts })
        .from(logins)
        .innerJoin(accounts, eq(accounts.id, logins.userId))
        .where(and(eq(logins.provider, provider), eq(logins.providerAccountId, providerAccountId)));
      return row ? toAdapterUser(row.account) : null;
    },
    updateUser: ({ id, emailVerified }) =>
      transact(async (tx) => {
        const [updated] = await tx.update(accounts).set({ emailVerified }).where(eq(accounts.id, id)).returning();
        if (!updated) throw new Error('The account is gone.');
        return toAdapterUser(updated);
      }),
    linkAccount: ({ userId, provider, providerAccountId }: AdapterAccount) =>
      transact(async (tx) => {
        const linked = await addLogin(tx, { userId, provider, providerAccountId });
        if (linked === 'another_linked') throw new Error('The account has another login of this provider.');
        if (linked === 'of_another_account') throw new Error('The login is that of another account.');
        await onLink?.(tx, userId);
      }),
    createSession: ({ sessionToken, userId, expires }) =>
      transact(async (tx) => {
        // Locked, so that a passkey requirement set concurrently either precedes this session or ends it.
        await lockAccount(tx, userId);
        const [account] = await tx
          .select({ since: accounts.passkeyRequiredAt, suspendedAt: accounts.suspendedAt, email: accounts.email })
          .from(accounts)
          .where(eq(accounts.id, userId));
        if (address !== undefined && account?.email !== address) throw new Error('The account has left the address.');
        if (account?.suspendedAt) {
          onRefused?.(userId, 'account_suspended');
          throw new Error('The account is suspended.');
        }
        if (account?.since) {
          onRefused?.(userId, 'passkey_required');
          throw new Error('The account requires its passkey.');
        }
        if (!session) throw new Error('This request opens no session.');
        await insertSession(tx, userId, { token: sessionToken, expires }, session);
        return { sessionToken, userId, expires };
      }),
    async getSessionAndUser(sessionToken) {
      if (!knowsSession) return null;
      const [row] = await reader
        .select({ account: accounts, expires: sessions.expires })
        .from(sessions)
        .innerJoin(accounts, eq(accounts.id, sessions.userId))
        .where(eq(sessions.sessionToken, tokenHash(sessionToken)));
      if (!row || row.expires <= now()) return null;
      return { session: { sessionToken, userId: row.account.id, expires: row.expires }, user: toAdapterUser(row.account) };
    },
    updateSession: async () => null,
    deleteSession: (sessionToken) =>
      transact(async (tx) => {
        if (knowsSession) await tx.delete(sessions).where(eq(sessions.sessionToken, tokenHash(sessionToken)));
      }),
    createVerificationToken: (token) =>
      transact(async (tx) => {
        await tx.insert(signInTokens).values(token);
        await onToken?.(tx);
        return token;
      }),
    useVerificationToken: ({ identifier, token }) =>
      transact(async (tx) => {
        const isToken = and(eq(signInTokens.identifier, identifier), eq(signInTokens.token, token));
        const [used] = await tx.delete(signInTokens).where(isToken).returning();
        return used ?? null;
      }),
  };
}

/** Creates an account. Two links for the same new address may be confirmed concurrently; both return the same account. */
async function createAccount(tx: Writer, user: Omit<AdapterUser, 'id'>): Promise<AdapterUser> {
  const { name, email, emailVerified } = user;
  const values = { id: newId(), name: name || null, email: email || null, emailVerified, createdAt: now() };
  const [created] = await tx.insert(accounts).values(values).onConflictDoNothing().returning();
  if (created) return toAdapterUser(created);
  const [existing] = await tx.select().from(accounts).where(eq(accounts.email, email));
  if (!existing) throw new Error('The account could not be made.');
  return toAdapterUser(existing);
}
