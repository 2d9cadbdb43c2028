import { z } from 'zod';

const idSchema = z.union([z.number(), z.string()]).transform(String);

/** The newest commit that changed a file. */
interface FileCommit {
  /** True if the host has verified a signature of the author, or has signed a commit that the author made on the host. */
  verified: boolean;
  /** The account that the host identifies as the author; null if it identifies none. */
  authorId: string | null;
  authorEmail: string | null;
}

const repositorySchema = z.object({ owner: z.object({ id: idSchema }) });
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

/**
 * Parses the permanent id of the owner of a repository (GitHub REST API, `GET /repos/{owner}/{repo}`): a path can get another owner.
 * @throws ZodError if the format differs
 */
export const readRepositoryOwnerId = (json: unknown): string => repositorySchema.parse(json).owner.id;

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
