/**
 * What a second network costs while nothing happens on it: CPU of a worker and PostgreSQL that observe a practice ledger, without and
 * with an EVM chain beside it that two operators are asked about. Practice networks are looked at every half second. Others are
 * looked at as often as their ledger makes it worthwhile: what a round costs is told of that, too.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { pace } from '../../server/src/platform/egress/ledger/evm/reading.ts'
import { installJobs } from '../../server/src/platform/jobs/jobs.ts'
import { migrate } from '../../server/src/platform/postgres/migrate.ts'
import { type Process, startProcess } from '../../server/test/process.ts'
import { startEvmChain } from '../evm-chain/start-evm-chain.ts'
import { startLedgerDouble } from '../ledger-double/ledger-double.ts'
import { cpuSecondsOf, postgresAt } from './compare.ts'
import { startOwnPostgres } from './own-postgres.ts'

const SETTLE_S = Number(process.env.SETTLE_S ?? 20)
const MEASURED_S = Number(process.env.MEASURED_S ?? 60)
const BLOCK_S = 2
const SIMULATED_ROUND_S = 0.5
const CPU_PERCENT_MAX = 0.5

export const run = async (): Promise<object> => {
  const postgres = await startOwnPostgres('128MB')
  await migrate(postgres.url, installJobs)
  const double = await startLedgerDouble({ started_at: BigInt(Math.floor(Date.now() / 1000)) - 600n })
  const chain = await startEvmChain()
  await chain.finalize()
  await chain.call('evm_setIntervalMining', [BLOCK_S])
  const server = postgresAt(postgres.url)
  const stellar = { network: 'stellar_testnet', api: 'rpc', url: double.source.rpc_url }
  const evm = { network: 'base_sepolia', api: 'jsonrpc', url: chain.rpc_url }
  const settings = {
    ENVIRONMENT: 'development',
    DATABASE_URL: postgres.url,
    DRAIN_MS: '0',
    NATS_URL: '',
    NETWORKS_ENABLED: 'stellar_testnet,base_sepolia',
    RECEIPT_KEYS: `receipt:${Buffer.alloc(32, 3).toString('base64url')}`,
    LEDGER_QUORUM: '1',
  }
  let worker: Process | undefined
  const idleWith = async (sources: readonly object[]) => {
    const named = sources.map((one, i) => ({ name: `node-${i}`, operator: `operator-${i}`, ...one }))
    worker = await startProcess('worker', { ...settings, LEDGER_SOURCES: JSON.stringify(named) })
    await pause(SETTLE_S * 1_000)
    const look = () => ({
      node_s: cpuSecondsOf(worker as Process),
      postgres_s: cpuSecondsOf(server),
      at: performance.now(),
    })
    const before = look()
    await pause(MEASURED_S * 1_000)
    const after = look()
    const passed_s = (after.at - before.at) / 1_000
    await worker.end()
    worker = undefined
    return (100 * (after.node_s - before.node_s + after.postgres_s - before.postgres_s)) / passed_s
  }
  try {
    const one_percent = await idleWith([stellar])
    const both_percent = await idleWith([stellar, evm, evm])
    const added = both_percent - one_percent
    const at_its_pace = added * (SIMULATED_ROUND_S / (pace.round_ms / 1_000))
    const round = (value: number) => Math.round(value * 1_000) / 1_000
    return {
      met: at_its_pace <= CPU_PERCENT_MAX,
      one_percent: round(one_percent),
      both_percent: round(both_percent),
      second_network_simulated_percent: round(added),
      second_network_percent: round(at_its_pace),
      cpu_ms_per_round: round(added * 10 * SIMULATED_ROUND_S),
    }
  } finally {
    await worker?.end()
    await double.stop()
    await chain.stop()
    postgres.stop()
  }
}
