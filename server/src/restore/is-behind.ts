/** Whether this database lacks what the mirror knows of it, as a restored backup does. Nothing may be served from it then. */
import type pg from 'pg'
import { readEpoch } from '../postgres/epoch.ts'
import { type HeadRow, selectHead } from './service-head.store.ts'
import { type HeadReader, NEWEST_HEAD, readHead, type ServiceHead } from './service-head.ts'

export const isBehind = (here: HeadRow & { readonly epoch: number }, there: ServiceHead): boolean =>
  here.epoch < there.epoch || here.number < there.number

/** What is wrong, and what to do; undefined where all is well. */
export const behindMirror = async (pool: pg.Pool, reader: HeadReader): Promise<string | undefined> => {
  // First the mirror: a head that is written meanwhile is in the database already.
  const there = await readHead(reader, NEWEST_HEAD)
  if (!there) return undefined
  const here = { ...(await readEpoch(pool)), ...(await selectHead(pool)) }
  if (!isBehind(here, there)) return undefined
  return (
    `the database is behind LOG_MIRROR, which knows head ${there.number} of epoch ${there.epoch} (${there.at}); ` +
    `here is head ${here.number} of epoch ${here.epoch}: was a backup restored? ` +
    'Then run `countersign-server admin restore open`, and see "Backup and restore" in the docs'
  )
}
