import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const QUIT = 0x01;
const INIT_DB = 0x02;
const QUERY = 0x03;
const PREPARE = 0x16;
const CLOSE_STATEMENT = 0x19;
const HEADER_BYTES = 4;
const FAILED = 0xff;

export interface DatabaseFault {
  /** Error number of the response. Without a number, the node resets the connection. */
  readonly errorNumber?: number;
  readonly statements?: RegExp;
  readonly times?: number;
}

/** Matches the statements that a Galera node without a quorum refuses. */
const ABOUT_TABLES = /^(?!SET )[^]*\b(FROM|INTO|UPDATE|TRANSACTION|COMMIT)\b/;

/** A proxy that responds to some statements with the error of an unfit server. */
export class DatabaseFaultProxy {
  private active: { readonly fault: DatabaseFault; timesLeft: number } | undefined;
  private readonly sockets = new Set<Socket>();
  private opened = 0;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
    private readonly databases: readonly string[],
  ) {
    server.on('connection', (client) => this.connect(client));
  }

  /** With several `databases`, each new connection uses the next one, like a load balancer. */
  static async startFor(url: string, databases: readonly string[] = []): Promise<DatabaseFaultProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new DatabaseFaultProxy(server, new URL(url), databases);
  }

  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return url.href;
  }

  injectFault(fault: DatabaseFault): void {
    this.active = { fault, timesLeft: fault.times ?? Infinity };
  }

  clearFault(): void {
    this.active = undefined;
  }

  resetConnections(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  close(): void {
    this.server.close();
    this.resetConnections();
  }

  private connect(client: Socket): void {
    const server = connect(Number(this.target.port || 3306), this.target.hostname);
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.sockets.delete(socket));
    }
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
    let buffered: Buffer = Buffer.alloc(0);
    let database = this.databases[this.opened++ % this.databases.length];
    let isSelectingDatabase = false;
    const forwardPackets = (): void => {
      while (!isSelectingDatabase) {
        const end = buffered.length < HEADER_BYTES ? Infinity : HEADER_BYTES + buffered.readUIntLE(0, 3);
        if (buffered.length < end) return;
        if (database !== undefined && buffered[3] === 0) {
          server.write(packetOf(0, Buffer.from([INIT_DB]), Buffer.from(database)));
          [database, isSelectingDatabase] = [undefined, true];
          return;
        }
        this.forward(buffered.subarray(0, end), client, server);
        buffered = buffered.subarray(end);
      }
    };
    server.on('data', (bytes: Buffer) => {
      if (!isSelectingDatabase) client.write(bytes);
      else {
        isSelectingDatabase = false; // The client did not send this command
        forwardPackets();
      }
    });
    client.on('data', (bytes: Buffer) => {
      buffered = Buffer.concat([buffered, bytes]);
      forwardPackets();
    });
  }

  private forward(packet: Buffer, client: Socket, server: Socket): void {
    const [isCommand, kind = 0] = [packet[3] === 0, packet[HEADER_BYTES]];
    const text = [QUERY, PREPARE].includes(kind) ? statementIn(packet) : 'FROM';
    if (!isCommand || [QUIT, CLOSE_STATEMENT].includes(kind)) {
      server.write(packet);
      return;
    }
    const { active } = this;
    if (!active || active.timesLeft <= 0 || !(active.fault.statements ?? ABOUT_TABLES).test(text)) {
      server.write(packet);
      return;
    }
    active.timesLeft--;
    const { errorNumber } = active.fault;
    if (errorNumber === undefined) client.resetAndDestroy();
    else client.write(errorPacket(errorNumber));
  }
}

/** Skips the number of query attributes, which MySQL clients send before the text. */
const statementIn = (packet: Buffer): string =>
  packet.toString('utf8', HEADER_BYTES + 1).replace(/^\0\x01/, '');

function errorPacket(errorNumber: number): Buffer {
  const code = Buffer.from([FAILED, errorNumber % 256, Math.floor(errorNumber / 256)]);
  return packetOf(1, code, Buffer.from('#HY000Injected fault'));
}

function packetOf(sequence: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUIntLE(content.length, 0, 3);
  header[3] = sequence;
  return Buffer.concat([header, content]);
}
