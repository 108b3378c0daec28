import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';

/** As few as the server allows to be set. */
const FEW = 10;
const USUAL = 151;

/** Takes every connection that a database server has to give, those of the service too. */
export class Crowd {
  private readonly members = new Map<number, Connection>();
  private administrator: Connection | undefined;

  constructor(
    private readonly url: string,
    private readonly administratorUrl: string,
  ) {}

  async gather(): Promise<void> {
    // before it is full
    this.administrator = await createConnection({ uri: this.administratorUrl });
    await this.administrator.query(`SET GLOBAL max_connections = ${FEW}`);
    while ((await this.endOthers(this.administrator)) > 0 || this.members.size < FEW - 1) {
      while (await this.joinedByOne());
    }
  }

  async leave(): Promise<void> {
    for (const member of this.members.values()) member.destroy();
    await this.administrator?.query(`SET GLOBAL max_connections = ${USUAL}`);
    await this.administrator?.end();
  }

  private async joinedByOne(): Promise<boolean> {
    const member = await createConnection({ uri: this.url }).catch(() => undefined);
    if (member) this.members.set(member.threadId, member);
    return member !== undefined;
  }

  private async endOthers(administrator: Connection): Promise<number> {
    const [rows] = await administrator.query<RowDataPacket[]>(
      'SELECT id FROM information_schema.processlist WHERE id <> CONNECTION_ID()',
    );
    const others = rows.map(({ id }) => Number(id)).filter((id) => id > 0 && !this.members.has(id));
    for (const id of others) await administrator.query(`KILL ${id}`).catch(() => undefined);
    return others.length;
  }
}
