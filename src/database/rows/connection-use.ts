/** What readers do with their connections, for the metrics. */
export class ConnectionUse {
  /** Connections that somebody has. */
  used = 0;
  /** How many wait for one. */
  waitedFor = 0;
  /** Told what somebody waited, in milliseconds, whether in vain or not. */
  onWaited: ((milliseconds: number) => void) | undefined;

  /** Counts somebody who waits for a connection, and then has it until `returned`. */
  async lend<Connection>(acquire: () => Promise<Connection>): Promise<Connection> {
    const from = performance.now();
    this.waitedFor++;
    try {
      const connection = await acquire();
      this.used++;
      return connection;
    } finally {
      this.waitedFor--;
      this.onWaited?.(performance.now() - from);
    }
  }

  returned(): void {
    this.used--;
  }
}
