/** A query builder bound to one checked-out connection, made once per connection: Kysely has no transaction of ours. */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'

const made = new WeakMap<pg.PoolClient, Kysely<unknown>>()

export const kyselyOn = (client: pg.PoolClient): Kysely<unknown> => {
  const known = made.get(client)
  if (known) return known
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new OneConnection(client),
      createIntrospector: (k) => new PostgresIntrospector(k),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  made.set(client, db)
  return db
}

const refuse = (): Promise<never> => Promise.reject(new Error('the transaction is opened and closed by postgres/'))

class OneConnection implements Driver {
  readonly #connection: DatabaseConnection
  constructor(client: pg.PoolClient) {
    this.#connection = {
      async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
        const { rows, rowCount } = await client.query(sql, [...parameters])
        return { rows: rows as R[], ...(rowCount !== null && { numAffectedRows: BigInt(rowCount) }) }
      },
      streamQuery: () => {
        throw new Error('streaming is not used')
      },
    }
  }
  init = () => Promise.resolve()
  acquireConnection = () => Promise.resolve(this.#connection)
  beginTransaction = refuse
  commitTransaction = refuse
  rollbackTransaction = refuse
  releaseConnection = () => Promise.resolve()
  destroy = () => Promise.resolve()
}
