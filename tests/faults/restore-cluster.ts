/**
 * A PostgreSQL of the drill's own that pgBackRest backs up with the configuration of deploy/pgbackrest, only its paths, its
 * passphrase and a shorter `archive_timeout` are the drill's. It can be lost, and restored to a moment.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Feed } from '@pursestrings/contract/events/kinds'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import {
  createAgentClient,
  createMerchantClient,
  createProjectClient,
  createWalletClient,
  type FeedReset,
  type Followed,
} from '@pursestrings/sdk'
import pg from 'pg'
import { until } from '../../server/test/until.ts'
import { freePort } from '../../tools/dev/free-port.ts'
import { expectedIn } from './feeds-readers.ts'

const EXAMPLES = fileURLToPath(new URL('../../deploy/pgbackrest/', import.meta.url))
const ARCHIVE_TIMEOUT_S = 5

export interface Cluster {
  readonly url: string
  readonly admin: pg.Pool
  backUp(): void
  /** How far WAL has left the machine. */
  archivedAt(): Promise<Date>
  /** Killed, and every file of it deleted. */
  lose(): Promise<void>
  restoreTo(moment: Date): Promise<void>
  /** Every index against its table; throws what is wrong. */
  check(): void
  stop(): Promise<void>
}

export const requirePgBackRest = (): void => {
  const has = () => globSync('/usr/bin/pgbackrest').length > 0
  if (has()) return
  if (process.getuid?.() === 0) {
    execFileSync('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', 'pgbackrest'], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore',
    })
  }
  if (!has()) throw new Error('the drill needs pgBackRest: install the package pgbackrest')
}

export const startCluster = async (database: string): Promise<Cluster> => {
  const [bin] = globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed()
  if (bin === undefined) throw new Error('the drill needs PostgreSQL: install the package postgresql')
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-restore-'))
  const root = process.getuid?.() === 0
  const give = (path: string) => {
    if (root) chownSync(path, Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' })), -1)
  }
  give(folder)
  chmodSync(folder, 0o700)
  const run = (...command: string[]): string => {
    const [first = '', ...rest] = root ? ['runuser', '-u', 'postgres', '--', ...command] : command
    return execFileSync(first, rest, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  }
  const data = join(folder, 'data')
  const port = await freePort()
  const config = join(folder, 'pgbackrest.conf')
  const places = ['repo', 'spool', 'log', 'lock'].map((name) => join(folder, name))
  for (const place of places) {
    mkdirSync(place)
    give(place)
  }
  const [repo, spool, log, lock] = places
  const example = readFileSync(join(EXAMPLES, 'pgbackrest.conf'), 'utf8')
  const own = example
    .replace('<passphrase>', randomBytes(24).toString('base64url'))
    .replace(/^repo1-path=.*$/m, `repo1-path=${repo}`)
    .replace(/^spool-path=.*$/m, `spool-path=${spool}\nlog-path=${log}\nlock-path=${lock}\nlog-level-console=error`)
    .replace(/^pg1-path=.*$/m, `pg1-path=${data}\npg1-port=${port}\npg1-socket-path=${folder}\npg1-user=postgres`)
  writeFileSync(config, own)
  give(config)
  const backrest = (...words: string[]) => run('pgbackrest', `--config=${config}`, '--stanza=pursestrings', ...words)

  run(join(bin, 'initdb'), '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
  const archiving = readFileSync(join(EXAMPLES, 'postgresql.conf'), 'utf8')
    .replace('pgbackrest --stanza', `pgbackrest --config=${config} --stanza`)
    .replace(/^archive_timeout = .*$/m, `archive_timeout = ${ARCHIVE_TIMEOUT_S}`)
  const where = `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\nmax_connections = 200\n`
  appendFileSync(join(data, 'postgresql.conf'), `\n${archiving}\n${where}`)
  const start = () =>
    run(join(bin, 'pg_ctl'), '-D', data, '-w', '-t', '120', '-s', '-l', join(folder, 'server.log'), 'start')
  start()
  const at = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`
  run(join(bin, 'createdb'), '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', database)
  backrest('stanza-create')
  backrest('check')
  const admin = new pg.Pool({ connectionString: at(database), max: 2, options: '-c search_path=pursestrings' })
  admin.on('error', () => {})
  admin.on('connect', (client) => client.on('error', () => {}))
  return {
    url: at(database),
    admin,
    backUp: () => void backrest('--type=full', 'backup'),
    async archivedAt() {
      const { rows } = await admin.query<{ at: Date }>('select last_archived_time as at from pg_stat_archiver')
      return rows[0]?.at ?? new Date(0)
    },
    async lose() {
      const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
      rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
    async restoreTo(moment) {
      mkdirSync(data, { mode: 0o700 })
      give(data)
      const target = `--target=${moment.toISOString().replace('T', ' ').replace('Z', '+00')}`
      backrest('--type=time', target, '--target-action=promote', 'restore')
      start()
      await until(async () => {
        const { rows } = await admin
          .query('select pg_is_in_recovery() as waits')
          .catch(() => ({ rows: [{ waits: true }] }))
        return rows[0]?.waits === false
      }, 120_000)
    },
    check() {
      run(
        join(bin, 'pg_amcheck'),
        '-h',
        '127.0.0.1',
        '-p',
        String(port),
        '-U',
        'postgres',
        '--install-missing',
        '--heapallindexed',
        database,
      )
    },
    async stop() {
      await admin.end()
      run(join(bin, 'pg_ctl'), '-D', data, '-w', '-s', '-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

// Readers of every feed that follow it by the SDK across the loss, and what each must have seen in the end.

interface Seen {
  readonly cursor: number
  readonly event_id: string
}

export interface Reader {
  readonly feed: Feed
  readonly seen: readonly Seen[]
  readonly resets: readonly FeedReset[]
  /** What ended it, if it ended before it was told to. */
  fault: unknown
  stop(): Promise<void>
}

export interface Followable {
  readonly base_url: string
  readonly connection_token: string
  readonly merchant_key: string
  readonly api_key: string
  readonly device: { readonly device_id: string; readonly token: string }
}

export const startReaders = ({ base_url, connection_token, merchant_key, api_key, device }: Followable): Reader[] => [
  startReader('agent', createAgentClient({ base_url, connection_token }).events),
  startReader('merchant', createMerchantClient({ base_url, merchant_key }).feed),
  startReader('wallet', createWalletClient({ base_url, ...device }).feed),
  startReader('project', createProjectClient({ base_url, api_key }).feed),
]

const startReader = (feed: Feed, { follow }: Followed<Seen>): Reader => {
  const over = new AbortController()
  const [seen, resets] = [[] as Seen[], [] as FeedReset[]]
  const reader: Reader = {
    feed,
    seen,
    resets,
    fault: undefined,
    async stop() {
      over.abort()
      await reading
    },
  }
  const reading = (async () => {
    const options = { signal: over.signal, wait_s: 5, onReset: (reset: FeedReset) => void resets.push(reset) }
    for await (const { cursor, event_id } of follow(options)) seen.push({ cursor, event_id })
  })().catch((error: unknown) => {
    reader.fault = error
  })
  return reader
}

/** Nothing that the database has was missed, nothing came twice, and all that it has not was told to be lost. */
export const tallyOf = async (admin: pg.Pool, { feed, seen, resets, fault }: Reader, owner_id: Uuid) => {
  const expected = await expectedIn(admin, feed, owner_id)
  const ids = new Set(seen.map(({ event_id }) => event_id))
  const { rows } = await admin.query<{ event_id: Uuid }>('select event_id from events')
  const kept = new Set<string>(rows.map(({ event_id }) => idOf('evt', event_id)))
  const lost = seen.filter(({ event_id }) => !kept.has(event_id))
  const isTold = ({ cursor }: Seen) => resets.some((one) => cursor > one.resume_from && cursor <= one.since)
  const told = lost.filter(isTold)
  // One that the backup had, without its place in the feed, comes again with another: its first place was told to be lost.
  const stands = seen.filter((one) => !isTold(one))
  const cursors = seen.map(({ cursor }) => cursor)
  return {
    feed,
    fault: fault instanceof Error ? fault.message : fault,
    events: expected.size,
    missed: [...expected].filter((id) => !ids.has(id)).length,
    repeated: stands.length - new Set(stands.map(({ event_id }) => event_id)).size,
    cursors_twice: cursors.length - new Set(cursors).size,
    lost: lost.length,
    lost_silently: lost.length - told.length,
    resets: resets.length,
  }
}
