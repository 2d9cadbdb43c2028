import { z } from 'zod';

const id = z.union([z.number(), z.string()]).transform(String);

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

const repository = z.object({ owner: z.object({ id, login: z.string(), type: z.string().nullish() }) });
const user = z.object({ id, created_at: z.string() });
const commits = z.array(
  z.object({
    author: z.object({ id: id.nullish() }).nullish(),
    committer: z.object({ id: id.nullish(), login: z.string().nullish() }).nullish(),
    commit: z.object({
      author: z.object({ email: z.string().nullish() }).nullish(),
      verification: z.object({ verified: z.boolean() }).nullish(),
    }),
  }),
);

/** Parses the owner of a repository (GitHub REST API, `GET /repos/{owner}/{repo}`). @throws ZodError if the format differs */
export function readOwner(json: unknown): NamespaceOwner {
  const { owner } = repository.parse(json);
  return { id: owner.id, login: owner.login, isPerson: owner.type === 'User' };
}

/** Parses the creation date of an account, YYYY-MM-DD (`GET /users/{login}`); null if the account has another id. */
export function readAccountDay(json: unknown, ownerId: string): string | null {
  const read = user.parse(json);
  return read.id === ownerId ? read.created_at.slice(0, 10) : null;
}

/** GitHub's own account, which commits and signs for users of its web interface. */
const hostCommitter = 'web-flow';

/** Parses the newest commit that changed a file (`GET /repos/{owner}/{repo}/commits?path=…&per_page=1`); null if there is none. */
export function readFileCommit(json: unknown): FileCommit | null {
  const [newest] = commits.parse(json);
  if (!newest) return null;
  const { author, committer, commit } = newest;
  const authorId = author?.id ?? null;
  // A signature proves only the committer: anybody can name another author in a commit that they sign.
  const isAuthors = authorId !== null && (committer?.id === authorId || committer?.login === hostCommitter);
  return {
    verified: commit.verification?.verified === true && isAuthors,
    authorId,
    authorEmail: commit.author?.email?.toLowerCase() ?? null,
  };
}
