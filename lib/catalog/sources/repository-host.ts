import { z } from 'zod';

const id = z.union([z.number(), z.string()]).transform(String);

/** Who owns a namespace of a host of code. */
interface NamespaceOwner {
  /** The host's permanent id: a path can change hands, an id cannot. */
  id: string;
  login: string;
  isPerson: boolean;
}

/** The newest commit that changed a file. */
interface FileCommit {
  /** The host has verified a signature of the author, or has signed for them itself what they committed there. */
  verified: boolean;
  /** The account that the host knows as its author; null where it knows none. */
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

/** Reads who owns a repository (GitHub REST API, `GET /repos/{owner}/{repo}`). Throws a ZodError where it is not that. */
export function readOwner(json: unknown): NamespaceOwner {
  const { owner } = repository.parse(json);
  return { id: owner.id, login: owner.login, isPerson: owner.type === 'User' };
}

/** Reads the day on which an account was made, YYYY-MM-DD (`GET /users/{login}`), where it is the account of that id; else null. */
export function readAccountDay(json: unknown, ownerId: string): string | null {
  const read = user.parse(json);
  return read.id === ownerId ? read.created_at.slice(0, 10) : null;
}

/** GitHub's own account, which commits and signs in the name of somebody who works on its pages. */
const hostCommitter = 'web-flow';

/** Reads the newest commit that changed a file (`GET /repos/{owner}/{repo}/commits?path=…&per_page=1`); null where there is none. */
export function readFileCommit(json: unknown): FileCommit | null {
  const [newest] = commits.parse(json);
  if (!newest) return null;
  const { author, committer, commit } = newest;
  const authorId = author?.id ?? null;
  // A signature speaks for the committer; anybody can write another author into a commit that they sign.
  const isAuthors = authorId !== null && (committer?.id === authorId || committer?.login === hostCommitter);
  return {
    verified: commit.verification?.verified === true && isAuthors,
    authorId,
    authorEmail: commit.author?.email?.toLowerCase() ?? null,
  };
}
