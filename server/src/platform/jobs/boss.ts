/** pg-boss on a pool of ours. */
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { SCHEMA } from './enqueue-from-sql.ts'

export const bossOn = (pool: pg.Pool, rest: object): PgBoss =>
  new PgBoss({ schema: SCHEMA, db: { executeSql: (text, values) => pool.query(text, values as unknown[]) }, ...rest })
