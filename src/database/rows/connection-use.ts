/** Connections of the pool in use, and requests that wait for one: for the metrics. */
export class ConnectionUse {
  used = 0;
  waitedFor = 0;
  /** Told how long each wait for a connection took, also where it failed. */
  onWaited: ((milliseconds: number) => void) | undefined;

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
