/** What the payee log costs: the sequencer's leaves a second, and how much slower a payee is activated with a log. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { installJobs } from '../../server/src/platform/jobs/jobs.ts'
import { migrate } from '../../server/src/platform/postgres/migrate.ts'
import { createPool, WORKER_ROLE } from '../../server/src/platform/postgres/pool.ts'
import { transactionsOn } from '../../server/src/platform/postgres/transaction.ts'
import { logSignerOf } from '../../server/src/transparency/log/read-log-key.ts'
import { sequenceLog } from '../../server/src/transparency/log/sequence-log.ts'
import { fillWithConnections } from './fill.ts'
import { startOwnPostgres } from './own-postgres.ts'

const LEAVES = Number(process.env.LEAVES ?? 40_000)
const ACTIVATIONS = Number(process.env.ACTIVATIONS ?? 400)
const LEAVES_A_SECOND_MIN = 5_000
const SLOWER_MS_MAX = 1

const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN

/** A payee that lapsed serves again, with the log's trigger and without it, in turns: what one commit takes, in ms. */
const activate = async (admin: pg.Pool): Promise<{ bare: number[]; logged: number[] }> => {
  const taken = { bare: [] as number[], logged: [] as number[] }
  const [{ recipient_version_id: id }] = (
    await admin.query('select recipient_version_id from recipient_versions limit 1')
  ).rows
  await admin.query('alter table recipient_versions disable trigger user')
  // So that it can lapse: its payee serves no version meanwhile.
  await admin.query('alter table recipients disable trigger user')
  await admin.query('update recipients set active_version_id = null')
  for (let n = 0; n < ACTIVATIONS; n++) {
    const kind = Math.floor(n / 20) % 2 === 0 ? 'bare' : 'logged'
    if (n % 20 === 0) {
      const now = kind === 'bare' ? 'disable' : 'enable'
      await admin.query(`alter table recipient_versions ${now} trigger payee_log`)
    }
    await admin.query(`update recipient_versions set status = 'suspended' where recipient_version_id = $1`, [id])
    const began = performance.now()
    await admin.query(`update recipient_versions set status = 'active' where recipient_version_id = $1`, [id])
    taken[kind].push(performance.now() - began)
  }
  return taken
}

export const run = async (): Promise<object> => {
  const postgres = await startOwnPostgres()
  try {
    await migrate(postgres.url, installJobs)
    const key = randomBytes(32).toString('base64url')
    const signer = await logSignerOf({ key, issuer: 'http://127.0.0.1:8787', witnesses: undefined })
    const admin = new pg.Pool({ connectionString: postgres.url, max: 2, options: '-c search_path=pursestrings' })
    const pool = createPool({ url: postgres.url, max: 4, application_name: 'bench', role: WORKER_ROLE })
    const transactions = transactionsOn({ app: pool, system: pool, system_role: WORKER_ROLE })
    await admin.query('select begin_log($1, $2)', [signer.origin, signer.policy_text])
    await admin.query(
      `select append_log('00000000-0000-0000-0000-000000000000', sha256(convert_to('s' || n % 5000, 'UTF8')), null,
        jsonb_build_object('type', 'svc.log.payee.v1', 'event', 'activated', 'commitment', repeat('ab', 32)))
      from generate_series(1, $1) n`,
      [LEAVES],
    )
    const began = performance.now()
    let leaves = 0
    for (let added = -1; added !== 0; leaves += added) added = await sequenceLog(transactions)
    const leaves_a_second = Math.round(leaves / ((performance.now() - began) / 1_000))
    await fillWithConnections(admin, 10)
    const { bare, logged } = await activate(admin)
    await pool.end()
    await admin.end()
    const slower_ms = Number((median(logged) - median(bare)).toFixed(2))
    const met = leaves_a_second >= LEAVES_A_SECOND_MIN && slower_ms <= SLOWER_MS_MAX
    return { met, leaves, leaves_a_second, activations: ACTIVATIONS, slower_ms }
  } finally {
    postgres.stop()
  }
}
