import type { Reader } from './store.ts';

type Build = (reader: Reader) => unknown;

/** Builds each query of a connection once, by the function that builds it. */
export function preparedOnce(reader: () => Reader): Reader['prepared'] {
  const built = new Map<Build, unknown>();
  return <Query>(build: (reader: Reader) => Query): Query => {
    const query = (built.get(build) as Query | undefined) ?? build(reader());
    built.set(build, query);
    return query;
  };
}
