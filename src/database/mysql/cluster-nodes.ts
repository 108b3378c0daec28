import type { Query, Value } from '../rows/row-reader.js';

/** How much a node of a Galera cluster has received and not applied. Other servers have no such row. */
const BACKLOG: Query = { sql: "SHOW STATUS LIKE 'wsrep_local_recv_queue'", parameters: [] };
/** The node first applies what was committed on any before. */
const WAITING = 'SET STATEMENT wsrep_sync_wait = 1 FOR ';

type Rows = readonly (readonly Value[])[];
type Ask = (query: Query) => Promise<Rows>;
type Standing = 'in no cluster' | 'up to date' | 'behind';

/**
 * Reads of a Galera cluster what must not be behind (decision 0007). Where the address leads to any node each query waits for the
 * cluster; where it leads to one at a time, only the first over a connection to a node that has something left to apply: it may just
 * have taken over.
 */
export class ClusterNodes {
  /** Of the nodes, by the connections that lead to them. */
  private readonly standings = new WeakMap<object, Standing>();

  constructor(private readonly leadsToOneNode: boolean) {}

  async latest(connection: object, query: Query, ask: Ask): Promise<Rows> {
    const standing = this.standings.get(connection) ?? standingOf(await ask(BACKLOG));
    this.standings.set(connection, standing);
    const isKnownThere = standing === 'up to date' && this.leadsToOneNode && !query.isFromAnywhere;
    if (standing === 'in no cluster' || isKnownThere) return ask(query);
    const rows = await ask({ ...query, sql: WAITING + query.sql });
    this.standings.set(connection, 'up to date');
    return rows;
  }
}

function standingOf([row]: Rows): Standing {
  if (!row) return 'in no cluster';
  return Number(row[1]) === 0 ? 'up to date' : 'behind';
}
