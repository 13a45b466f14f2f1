/**
 * Three PostgreSQL under Patroni with three etcd, as docs/reliability.md describes them. Patroni 3.0.2 talks the second version
 * of etcd's protocol: with the third it loses acknowledged writes when a primary is paused for longer than its lease.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../../../server/test/until.ts'
import { freePort } from '../../../tools/dev/free-port.ts'
import { folderIn, giveToPostgres, type Program, signalAll, startProgram, treeOf } from './programs.ts'

export interface Lease {
  readonly ttl_s: number
  readonly loop_wait_s: number
  readonly retry_timeout_s: number
}
export const SHORT_LEASE: Lease = { ttl_s: 5, loop_wait_s: 1, retry_timeout_s: 2 }
export const LONG_LEASE: Lease = { ttl_s: 20, loop_wait_s: 2, retry_timeout_s: 5 }

export interface PatroniOptions {
  readonly lease: Lease
  readonly synchronous: boolean
  /** Where each node keeps its data; a folder of its own unless it is given. */
  readonly dataFolder?: (name: string) => string
}

export interface Node {
  readonly name: string
  readonly port: number
  readonly api_port: number
  readonly data: string
  start(): void
  /** PostgreSQL alone: its postmaster and every backend. */
  killPostgres(): void
  /** Patroni and PostgreSQL at once, as a machine that loses its power. */
  killNode(): Promise<void>
  /** Stops Patroni and PostgreSQL where they are; what is answered lets them go on. */
  pause(): () => void
  /** Stops what writes WAL to standbys or takes it from the primary. */
  pauseReplication(): () => void
}

export interface PatroniCluster {
  readonly nodes: readonly Node[]
  readonly etcds: readonly { kill(): Promise<void>; start(): void }[]
  primary(): Promise<Node>
  /** One leader, one synchronous standby, and everybody follows. */
  settled(deadline_ms?: number): Promise<void>
  stop(): Promise<void>
}

interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
  readonly lag?: number | string
}

const IN_ORDER: Readonly<Record<string, true>> = { running: true, streaming: true }

export const startPatroni = async (folder: string, options: PatroniOptions): Promise<PatroniCluster> => {
  const [bin] = globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed()
  const { etcds, hosts, stop: stopEtcds } = await startEtcds(folder)
  const nodes: (Node & { end(): Promise<void> })[] = []
  for (const name of ['n1', 'n2', 'n3']) nodes.push(await nodeOf(folder, name, { bin: bin as string, hosts, options }))
  const members = async (): Promise<Member[]> => {
    for (const { api_port } of nodes) {
      const answer = await fetch(`http://127.0.0.1:${api_port}/cluster`, { signal: AbortSignal.timeout(1_000) }).catch(
        () => undefined,
      )
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }
  const byRole = async (role: string) => (await members()).find((member) => member.role === role)
  const settled = async (deadline_ms = 180_000) => {
    const wanted = options.synchronous ? 'sync_standby' : 'replica'
    await until(async () => {
      const all = await members()
      const follow = all.length === nodes.length && all.every(({ state }) => IN_ORDER[state])
      const leads = all.filter(({ role }) => role === 'leader').length === 1
      return follow && leads && all.some(({ role }) => role === wanted) && (await takesChanges(nodes, all))
    }, deadline_ms)
  }
  // The first one makes the cluster, so that it has the others' data to give.
  for (const [n, node] of nodes.entries()) {
    node.start()
    if (n === 0) await until(async () => (await byRole('leader'))?.state === 'running', 120_000)
  }
  return {
    nodes,
    etcds,
    async primary() {
      let found: Node | undefined
      await until(async () => {
        const leader = await byRole('leader')
        found = nodes.find(({ name }) => name === leader?.name)
        return found !== undefined
      })
      return found as Node
    },
    settled,
    async stop() {
      await Promise.all(nodes.map((node) => node.end()))
      await stopEtcds()
    },
  }
}

/** Patroni answers 200 here where its node is the primary. */
const takesChanges = async (nodes: readonly Node[], members: readonly Member[]): Promise<boolean> => {
  const leader = members.find(({ role }) => role === 'leader')
  const node = nodes.find(({ name }) => name === leader?.name)
  const answer = await fetch(`http://127.0.0.1:${node?.api_port}/primary`).catch(() => undefined)
  return answer?.status === 200
}

const startEtcds = async (folder: string) => {
  const names = ['e1', 'e2', 'e3']
  const ports = new Map<string, { client: number; peer: number }>()
  for (const name of names) ports.set(name, { client: await freePort(), peer: await freePort() })
  const at = (port: number | undefined) => `http://127.0.0.1:${port}`
  const everybody = names.map((name) => `${name}=${at(ports.get(name)?.peer)}`).join(',')
  const etcds = names.map((name) => {
    const { client, peer } = ports.get(name) ?? { client: 0, peer: 0 }
    const data = folderIn(folder, name)
    let program: Program | undefined
    return {
      start() {
        const flags = {
          name,
          'data-dir': data,
          'listen-client-urls': at(client),
          'advertise-client-urls': at(client),
          'listen-peer-urls': at(peer),
          'initial-advertise-peer-urls': at(peer),
          'initial-cluster': everybody,
          'initial-cluster-token': folder,
          'initial-cluster-state': 'new',
          'enable-v2': 'true',
          'log-level': 'error',
        }
        const args = Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`)
        program = startProgram('etcd', args, { log: join(folder, `${name}.log`) })
      },
      async kill() {
        await program?.kill()
      },
    }
  })
  for (const etcd of etcds) etcd.start()
  const clients = [...ports.values()].map(({ client }) => client)
  const healthy = async (port: number) => {
    const answer = await fetch(`${at(port)}/health`).catch(() => undefined)
    return answer?.ok === true && (await answer.text()).includes('true')
  }
  for (const port of clients) await until(() => healthy(port))
  return {
    etcds,
    hosts: clients.map((port) => `127.0.0.1:${port}`),
    stop: async () => void (await Promise.all(etcds.map((etcd) => etcd.kill()))),
  }
}

interface Around {
  readonly bin: string
  readonly hosts: readonly string[]
  readonly options: PatroniOptions
}

const nodeOf = async (folder: string, name: string, { bin, hosts, options }: Around) => {
  const [port, api_port] = [await freePort(), await freePort()]
  const own = folderIn(folder, name)
  giveToPostgres(own)
  const parent = options.dataFolder?.(name) ?? own
  const data = join(parent, 'data')
  const config = join(own, 'patroni.json')
  writeFileSync(config, JSON.stringify(configOf({ name, port, api_port, data, own, bin, hosts, options })))
  let patroni: Program | undefined
  const postmaster = (): number | undefined => {
    try {
      return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    } catch {
      return undefined
    }
  }
  const postgres = () => {
    const pid = postmaster()
    return pid === undefined ? [] : treeOf(pid)
  }
  const everything = () => [...new Set([...(patroni ? treeOf(patroni.pid) : []), ...postgres()])]
  const killNode = async () => {
    const pids = everything()
    signalAll(pids, 'SIGKILL')
    signalAll(pids, 'SIGCONT')
    await patroni?.kill()
    patroni = undefined
  }
  const stopped = (pids: number[]) => {
    signalAll(pids, 'SIGSTOP')
    return () => signalAll(pids, 'SIGCONT')
  }
  return {
    name,
    port,
    api_port,
    data,
    start() {
      patroni = startProgram('patroni', [config], {
        log: join(own, 'patroni.log'),
        as_postgres: true,
        env: { PATH: `${bin}:/usr/bin:/bin`, LC_ALL: 'C.UTF-8', HOME: own },
      })
    },
    killPostgres: () => signalAll(postgres(), 'SIGKILL'),
    killNode,
    pause: () => stopped(everything()),
    pauseReplication: () => stopped(postgres().filter((pid) => /walsender|walreceiver/.test(titleOf(pid)))),
    async end() {
      await killNode()
      rmSync(own, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

const titleOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

interface NodeConfig extends Around {
  readonly name: string
  readonly port: number
  readonly api_port: number
  readonly data: string
  readonly own: string
}

/** JSON is YAML, too. */
const configOf = ({ name, port, api_port, data, own, bin, hosts, options: { lease, synchronous } }: NodeConfig) => ({
  scope: 'pursestrings',
  name,
  restapi: { listen: `127.0.0.1:${api_port}`, connect_address: `127.0.0.1:${api_port}` },
  etcd: { hosts },
  bootstrap: {
    dcs: {
      ttl: lease.ttl_s,
      loop_wait: lease.loop_wait_s,
      retry_timeout: lease.retry_timeout_s,
      failsafe_mode: true,
      master_start_timeout: 0,
      maximum_lag_on_failover: synchronous ? 0 : 1_073_741_824,
      synchronous_mode: synchronous,
      synchronous_mode_strict: synchronous,
      postgresql: {
        use_pg_rewind: true,
        use_slots: false,
        parameters: {
          wal_log_hints: 'on',
          synchronous_commit: 'on',
          wal_keep_size: '256MB',
          wal_sender_timeout: '5s',
          wal_receiver_timeout: '5s',
          wal_retrieve_retry_interval: '500ms',
          max_connections: 200,
          shared_buffers: '64MB',
          unix_socket_directories: own,
        },
      },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
  },
  postgresql: {
    listen: `127.0.0.1:${port}`,
    connect_address: `127.0.0.1:${port}`,
    bin_dir: bin,
    data_dir: data,
    pgpass: join(own, 'pgpass'),
    // A rewind that a full disk interrupts leaves data that nothing can start from: the node is copied again.
    remove_data_directory_on_rewind_failure: true,
    authentication: {
      superuser: { username: 'postgres', password: 'of-this-run' },
      replication: { username: 'repl', password: 'of-this-run' },
      rewind: { username: 'rewind', password: 'of-this-run' },
    },
  },
})
