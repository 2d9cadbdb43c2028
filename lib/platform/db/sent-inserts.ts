/** Rows that may wait for their response: enough that the server always has work, and few megabytes. */
const maxUnconfirmedRows = 20_000;

/**
 * Inserts of a transaction whose response nobody needs: the transaction goes on while PostgreSQL stores the rows. Later statements see them,
 * because the server takes statements in their order. If one fails, every later statement fails too, so that nothing is committed.
 */
export class SentInserts {
  private rows = 0;
  private readonly responses: Promise<unknown>[] = [];
  private fault: { error: unknown } | null = null;

  /** Sends an insert. Waits only if many rows are sent and not yet confirmed. */
  async send(rows: number, insert: () => Promise<unknown>): Promise<void> {
    if (this.rows + rows > maxUnconfirmedRows) await this.confirm();
    this.rows += rows;
    this.responses.push(
      insert().catch((error: unknown) => {
        this.fault ??= { error };
      }),
    );
  }

  /** Waits until the server has confirmed all inserts. @throws the error of the first that has failed */
  async confirm(): Promise<void> {
    await Promise.all(this.responses.splice(0));
    this.rows = 0;
    if (this.fault) throw this.fault.error;
  }

  /** Runs the work of a transaction. If an insert has failed, that error is thrown, not what followed from it. */
  async confirmAfter<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      await this.confirm();
      return result;
    } catch (error) {
      throw this.fault ? this.fault.error : error;
    }
  }
}
