import { sessionCookie } from '#lib/platform/auth/cookies.ts';
import { startSession } from '#lib/platform/auth/sessions.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import type { Store } from '#lib/platform/db/store.ts';

export interface Member {
  id: string;
  /** The Cookie header of an open session. */
  cookie: string;
}

/** Creates accounts, each with a session. */
export function createMembers(store: Store, many: number, publicUrl: string, named = 'bench'): Promise<Member[]> {
  return store.transact(async (tx) => {
    const members: Member[] = [];
    for (let each = 0; each < many; each += 1) {
      const [id, at] = [`${named}-${each}`, new Date()];
      await tx.insert(accounts).values({ id, name: `Member ${each}`, email: `${id}@example.org`, emailVerified: at, createdAt: at });
      const { token } = await startSession(tx, id, { signInMethod: 'email', device: 'bench', network: null });
      members.push({ id, cookie: `${sessionCookie(publicUrl)}=${token}` });
    }
    return members;
  });
}
