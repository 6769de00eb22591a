interface GlobalIndex {
  readonly name: string;
  readonly partition: string;
  readonly sort: string;
  /** Holds nothing but keys, so that a write of other attributes writes nothing to it. */
  readonly keysOnly?: boolean;
}

/** The shape of a table; the cloud stack and the local start both make their tables from it. */
export interface TableShape {
  /** Environment variable that carries the table's name. */
  readonly variable: 'RECORDS_TABLE' | 'LEDGER_TABLE';
  /** Both keys are strings named `pk` and `sk`. */
  readonly ttl?: string;
  /** Both keys of a global index are strings; times are RFC 3339. */
  readonly globalIndexes: readonly GlobalIndex[];
  /**
   * Local indexes are read with strong consistency; their sort keys are numbers. Every attribute is
   * projected.
   */
  readonly localIndexes: readonly { name: string; sort: string }[];
}

export const TABLES: readonly TableShape[] = [
  {
    // Videos, jobs, uploads, keys. Everything of one video shares a key prefix.
    variable: 'RECORDS_TABLE',
    ttl: 'expires_at',
    // Sparse: only rows that something must look at again by a certain time carry `due`.
    globalIndexes: [{ name: 'due', partition: 'due', sort: 'due_at', keysOnly: true }],
    localIndexes: [],
  },
  {
    // Balances and their movements. A table of its own because a local index
    // limits a partition to 10 GB and keeps DynamoDB from splitting it.
    variable: 'LEDGER_TABLE',
    globalIndexes: [],
    localIndexes: [{ name: 'by_seq', sort: 'seq' }],
  },
];
