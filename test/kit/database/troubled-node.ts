import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const [QUIT, CHOOSE_DATABASE, QUERY, PREPARE, CLOSE_STATEMENT] = [0x01, 0x02, 0x03, 0x16, 0x19];
const HEADER_BYTES = 4;
const FAILED = 0xff;

export interface Trouble {
  /** Error number of the response. Without a number, the node resets the connection. */
  readonly number?: number;
  readonly of?: RegExp;
  readonly times?: number;
}

/** Matches the statements that a Galera node without a quorum refuses. */
const ABOUT_TABLES = /^(?!SET )[^]*\b(FROM|INTO|UPDATE|TRANSACTION|COMMIT)\b/;

/** A proxy that responds to some statements with the error of an unfit server. */
export class TroubledNode {
  private trouble: { readonly what: Trouble; left: number } | undefined;
  private readonly sockets = new Set<Socket>();
  private opened = 0;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
    private readonly databases: readonly string[],
  ) {
    server.on('connection', (client) => this.connect(client));
  }

  /** `databases` are those of several nodes. Each connection then leads to the next one. */
  static async before(url: string, databases: readonly string[] = []): Promise<TroubledNode> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TroubledNode(server, new URL(url), databases);
  }

  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return url.href;
  }

  begin(what: Trouble): void {
    this.trouble = { what, left: what.times ?? Infinity };
  }

  end(): void {
    this.trouble = undefined;
  }

  cut(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  close(): void {
    this.server.close();
    this.cut();
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
    let rest: Buffer = Buffer.alloc(0);
    let database = this.databases[this.opened++ % this.databases.length];
    let isChoosing = false;
    const passAll = (): void => {
      while (!isChoosing) {
        const end = rest.length < HEADER_BYTES ? Infinity : HEADER_BYTES + rest.readUIntLE(0, 3);
        if (rest.length < end) return;
        if (database !== undefined && rest[3] === 0) {
          server.write(packetOf(0, Buffer.from([CHOOSE_DATABASE]), Buffer.from(database)));
          [database, isChoosing] = [undefined, true];
          return;
        }
        this.pass(rest.subarray(0, end), client, server);
        rest = rest.subarray(end);
      }
    };
    server.on('data', (bytes: Buffer) => {
      if (!isChoosing) client.write(bytes);
      else {
        isChoosing = false; // The client did not send the choice
        passAll();
      }
    });
    client.on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes]);
      passAll();
    });
  }

  private pass(packet: Buffer, client: Socket, server: Socket): void {
    const [isCommand, kind = 0] = [packet[3] === 0, packet[HEADER_BYTES]];
    const text = [QUERY, PREPARE].includes(kind) ? statementIn(packet) : 'FROM';
    if (!isCommand || [QUIT, CLOSE_STATEMENT].includes(kind)) {
      server.write(packet);
      return;
    }
    const { trouble } = this;
    if (!trouble || trouble.left <= 0 || !(trouble.what.of ?? ABOUT_TABLES).test(text)) {
      server.write(packet);
      return;
    }
    trouble.left--;
    const { number } = trouble.what;
    if (number === undefined) client.resetAndDestroy();
    else client.write(errorPacket(number));
  }
}

/** Skips the number of query attributes, which MySQL clients send before the text. */
const statementIn = (packet: Buffer): string =>
  packet.toString('utf8', HEADER_BYTES + 1).replace(/^\0\x01/, '');

function errorPacket(number: number): Buffer {
  const code = Buffer.from([FAILED, number % 256, Math.floor(number / 256)]);
  return packetOf(1, code, Buffer.from('#HY000The node is in trouble'));
}

function packetOf(sequence: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUIntLE(content.length, 0, 3);
  header[3] = sequence;
  return Buffer.concat([header, content]);
}
