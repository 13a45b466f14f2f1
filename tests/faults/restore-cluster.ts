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
import pg from 'pg'
import { until } from '../../server/test/until.ts'
import { freePort } from '../../tools/dev/free-port.ts'

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
