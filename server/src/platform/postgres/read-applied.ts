/** One small statement says whether the database is there, whether what was applied to it has changed, and which history it holds. */
import type pg from 'pg'

export interface Applied {
  /** How many texts of server/schema were ever applied. */
  readonly files: number
  readonly epoch: number
}

const TEXT = `select (select count(*)::int from applied_sql) as files, max(epoch) as epoch from service_epoch`

export const readApplied = async (pool: pg.Pool): Promise<Applied> => {
  const { rows } = await pool.query<Applied>({ name: 'read-applied', text: TEXT })
  return rows[0] as Applied
}
