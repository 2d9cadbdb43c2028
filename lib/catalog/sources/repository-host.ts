import { z } from 'zod';

const idSchema = z.union([z.number(), z.string()]).transform(String);

/** The owner of a namespace on a code host. */
interface NamespaceOwner {
  /** The host's permanent id. A path can be transferred to another owner, an id cannot. */
  id: string;
  login: string;
  isPerson: boolean;
}

/** The newest commit that changed a file. */
interface FileCommit {
  /** True if the host has verified a signature of the author, or has signed a commit that the author made on the host. */
  verified: boolean;
  /** The account that the host identifies as the author; null if it identifies none. */
  authorId: string | null;
  authorEmail: string | null;
}

const repositorySchema = z.object({ owner: z.object({ id: idSchema, login: z.string(), type: z.string().nullish() }) });
const userSchema = z.object({ id: idSchema, created_at: z.string() });
const commitsSchema = z.array(
  z.object({
    author: z.object({ id: idSchema.nullish() }).nullish(),
    committer: z.object({ id: idSchema.nullish(), login: z.string().nullish() }).nullish(),
    commit: z.object({
      author: z.object({ email: z.string().nullish() }).nullish(),
      verification: z.object({ verified: z.boolean() }).nullish(),
    }),
  }),
);

/** Parses the owner of a repository (GitHub REST API, `GET /repos/{owner}/{repo}`). @throws ZodError if the format differs */
export function readRepositoryOwner(json: unknown): NamespaceOwner {
  const { owner } = repositorySchema.parse(json);
  return { id: owner.id, login: owner.login, isPerson: owner.type === 'User' };
}

/** Parses the creation date of an account, YYYY-MM-DD (`GET /users/{login}`); null if the account has another id. */
export function readAccountCreationDay(json: unknown, ownerId: string): string | null {
  const user = userSchema.parse(json);
  return user.id === ownerId ? user.created_at.slice(0, 10) : null;
}

/** GitHub's own account, which commits and signs for users of its web interface. */
const hostCommitter = 'web-flow';

/** Parses the newest commit that changed a file (`GET /repos/{owner}/{repo}/commits?path=…&per_page=1`); null if there is none. */
export function readFileCommit(json: unknown): FileCommit | null {
  const [newest] = commitsSchema.parse(json);
  if (!newest) return null;
  const { author, committer, commit } = newest;
  const authorId = author?.id ?? null;
  // A signature proves only the committer: anybody can name another author in a commit that they sign.
  const isByAuthor = authorId !== null && (committer?.id === authorId || committer?.login === hostCommitter);
  return {
    verified: commit.verification?.verified === true && isByAuthor,
    authorId,
    authorEmail: commit.author?.email?.toLowerCase() ?? null,
  };
}
