import type { PreparedQuery, Reader, RowsOf } from './store.ts';

/** Builds each query of a connection once, by the function that builds it. */
export function preparedOnce(reader: () => Reader): Reader['prepared'] {
  const built = new Map<unknown, PreparedQuery>();
  return async <Query extends PreparedQuery>(build: (reader: Reader) => Query, values: Record<string, unknown>): Promise<RowsOf<Query>> => {
    const query = built.get(build) ?? build(reader());
    built.set(build, query);
    return (await query.execute(values)) as RowsOf<Query>;
  };
}
