import { textOf } from './deploy-files.js';

const QUERY = 3;

it.each(['deploy/pair/haproxy/2-database.cfg', 'deploy/galera/database.cfg'])(
  '%s says how long each statement of its checks is',
  (path) => {
    const statements = Array.from(
      textOf(path).matchAll(/send-binary (\w{8})(\w\w)\n +tcp-check send "(.+)"\n/g),
    );
    expect(statements).toHaveLength(2);
    for (const [, header = '', command = '', statement = ''] of statements) {
      expect(Buffer.from(header, 'hex').readUInt32LE()).toBe(statement.length + 1);
      expect(Number(command)).toBe(QUERY);
    }
  },
);
