/**
 * Whose transaction it is, as a type: a `SystemTx` where a `TenantTx` is asked for does not compile, and row-level
 * security is the second lock behind it. One round trip opens a transaction together with its identity; the
 * identity is set locally, so a pooled connection never carries it on.
 */
import type { Uuid } from '@pursestrings/contract/wire/ids'
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
import { traced } from '../tracing/tracing.ts'
import { commit, isSilence } from './commit.ts'
import { APP_ROLE, OPERATOR_ROLE, SYSTEM_ROLE, WORKER_ROLE } from './pool.ts'
import type { OfDatabase } from './table.ts'

interface Tx<Whose extends string> {
  readonly whose: Whose
  readonly client: pg.PoolClient
  /** The tables of the calling store and no others, each a `Table`: `tx.tables<MerchantTables>()`. */
  tables<T extends OfDatabase<T>>(): Kysely<T>
  /** Runs once the transaction is durable, never if it rolls back; for hints such as wake-ups, which cannot fail it. */
  afterCommit(hint: () => void): void
}

export interface TenantTx extends Tx<'tenant'> {
  readonly merchant_id: Uuid
}
export interface WalletTx extends Tx<'wallet'>, WalletIdentity {}

/** One device of a wallet. What is shared by linked devices is the wallet's: connections, requests, policies, the feed. */
export interface WalletIdentity {
  /** Whose token, keys and push messages these are. */
  readonly device_id: Uuid
  /** The id of the wallet's first device; a device that is not linked is a wallet of its own. */
  readonly wallet_id: Uuid
}
export interface SystemTx extends Tx<'system'> {
  /** Goes on as that tenant, in the same database transaction: for a credential that turns out to be a tenant's. */
  enterTenant(merchant_id: Uuid): Promise<TenantTx>
}
export type AnyTx = TenantTx | WalletTx | SystemTx

export interface Transactions {
  asTenant<R>(merchant_id: Uuid, work: (tx: TenantTx) => Promise<R>): Promise<R>
  asWallet<R>(who: WalletIdentity, work: (tx: WalletTx) => Promise<R>): Promise<R>
  asSystem<R>(work: (tx: SystemTx) => Promise<R>): Promise<R>
  /** One statement that only reads, prepared: a round trip instead of three. */
  readAsSystem<R extends pg.QueryResultRow>(query: pg.QueryConfig & { readonly name: string }): Promise<R[]>
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Several statements in one round trip cannot take parameters, so what goes into the text is checked here. */
const quoted = (uuid: Uuid): string => {
  if (!UUID.test(uuid)) throw new TypeError('not a UUID')
  return `'${uuid}'`
}
const beTenant = (merchant_id: Uuid, role: TenantRole) =>
  `set local role ${role}; select set_config('svc.tenant', ${quoted(merchant_id)}, true)`
const beWallet = ({ device_id, wallet_id }: WalletIdentity) =>
  `set local role ${APP_ROLE}; select set_config('svc.device', ${quoted(device_id)}, true), set_config('svc.wallet', ${quoted(wallet_id)}, true)`

/** Whoever enters a tenant by hand may do less there than the application. */
type TenantRole = typeof APP_ROLE | typeof OPERATOR_ROLE

export interface Logins {
  readonly app: pg.Pool
  /** Where transactions of the system run. */
  readonly system: pg.Pool
  /** A worker's also reach its jobs. */
  readonly system_role?: typeof SYSTEM_ROLE | typeof WORKER_ROLE | typeof OPERATOR_ROLE
  readonly tenant_role?: TenantRole
  readonly onHintFault?: (error: unknown) => void
}

/** One pool serves all where its login may: in a worker, and in tests. */
export const transactionsOn = (on: pg.Pool | Logins): Transactions => {
  const logins: Logins = 'app' in on ? on : { app: on, system: on }
  const { app, system, system_role = SYSTEM_ROLE, tenant_role = APP_ROLE, onHintFault } = logins
  const run = <T extends AnyTx, R>(...how: Parameters<typeof runUntraced<T, R>>): Promise<R> =>
    traced('transaction', () => runUntraced(...how))
  const runUntraced = async <T extends AnyTx, R>(
    pool: pg.Pool,
    begin: string,
    tx: (base: Base) => T,
    work: (tx: T) => Promise<R>,
  ) => {
    const client = await pool.connect()
    const hints: (() => void)[] = []
    let broken: Error | undefined
    try {
      await client.query(`begin; ${begin}`)
      const result = await work(tx(baseOf(client, hints)))
      await commit(client)
      give(hints, onHintFault)
      return result
    } catch (error) {
      if (isSilence(error)) broken = error as Error
      else {
        await client.query('rollback').catch((e: Error) => {
          broken = e
        })
      }
      throw error
    } finally {
      client.release(broken)
    }
  }
  const asSystem: Transactions['asSystem'] = (work) =>
    run(system, `set local role ${system_role}`, (base) => systemTx(base, tenant_role), work)
  return {
    asTenant: (merchant_id, work) =>
      run(
        app,
        beTenant(merchant_id, tenant_role),
        (base): TenantTx => ({ ...base, whose: 'tenant', merchant_id }),
        work,
      ),
    asWallet: ({ device_id, wallet_id }, work) => {
      const who = { device_id, wallet_id }
      return run(app, beWallet(who), (base): WalletTx => ({ ...base, ...who, whose: 'wallet' }), work)
    },
    asSystem,
    async readAsSystem<R extends pg.QueryResultRow>(query: pg.QueryConfig & { readonly name: string }) {
      // A pool of the system's own has its role already; one that serves all takes it for a transaction.
      const { rows } = await (system === app
        ? asSystem(({ client }) => client.query<R>(query))
        : traced(query.name, () => system.query<R>(query)))
      return rows
    },
  }
}

/** What is committed stays committed: a hint that fails is told of and changes nothing. */
const give = (hints: readonly (() => void)[], onFault: (error: unknown) => void = () => {}): void => {
  for (const hint of hints) {
    try {
      hint()
    } catch (error) {
      onFault(error)
    }
  }
}

type Base = Omit<Tx<string>, 'whose'>

const baseOf = (client: pg.PoolClient, hints: (() => void)[]): Base => ({
  client,
  tables: <T>() => kyselyOn(client) as unknown as Kysely<T>,
  afterCommit: (hint) => {
    hints.push(hint)
  },
})

const systemTx = (base: Base, tenant_role: TenantRole): SystemTx => ({
  ...base,
  whose: 'system',
  enterTenant: async (merchant_id) => {
    await base.client.query(beTenant(merchant_id, tenant_role))
    return { ...base, whose: 'tenant', merchant_id }
  },
})

// A query builder bound to one checked-out connection, made once per connection: Kysely has no transaction of ours.

const made = new WeakMap<pg.PoolClient, Kysely<unknown>>()

const kyselyOn = (client: pg.PoolClient): Kysely<unknown> => {
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
