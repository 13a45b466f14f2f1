/**
 * A PostgreSQL of the measurement's or the test's own: the machine's binaries, its default and durable settings, and room for 300
 * clients. Ended by the process that started it; its folder goes with it.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../tools/dev/free-port.ts'
import { countAsOwn, postgresAt } from './compare.ts'

export interface OwnPostgres {
  readonly url: string
  readonly version: string
  /** Begins again as a standby of nobody, which answers questions and takes no changes. */
  becomeStandby(): void
  /** Without a warning. */
  kill(): void
  stop(): void
}

export const startOwnPostgres = async (
  shared_buffers = '2GB',
  /** Beyond the defaults, such as `wal_level=logical`. */
  more: readonly string[] = [],
): Promise<OwnPostgres> => {
  const [bin] = globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed()
  if (bin === undefined)
    throw new Error('no PostgreSQL server binaries in /usr/lib/postgresql; install the package postgresql')
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-bench-postgres-'))
  const root = process.getuid?.() === 0
  const hand = (path: string) => {
    if (root) chownSync(path, Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' })), -1)
  }
  hand(folder)
  chmodSync(folder, 0o700)
  const run = (program: string, ...args: string[]) => {
    const command = [join(bin, program), ...args]
    const [first, ...rest] = root ? ['runuser', '-u', 'postgres', '--', ...command] : command
    return execFileSync(first as string, rest, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  }
  const data = join(folder, 'data')
  const port = await freePort()
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
  const options = [`-p ${port}`, '-c listen_addresses=127.0.0.1', `-c unix_socket_directories=${folder}`]
  const module = ['-c max_connections=300', `-c shared_buffers=${shared_buffers}`, '-c max_wal_size=8GB']
  module.push(...more.map((one) => `-c ${one}`))
  const start = () =>
    run('pg_ctl', '-D', data, '-w', '-s', '-l', join(folder, 'log'), '-o', [...options, ...module].join(' '), 'start')
  const end = () => run('pg_ctl', '-D', data, '-w', '-s', '-m', 'fast', 'stop')
  start()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let server = postgresAt(url)
  let ends = countAsOwn(server)
  let running = true
  return {
    url,
    version: bin.split('/')[4] as string,
    becomeStandby() {
      ends()
      end()
      const signal = join(data, 'standby.signal')
      writeFileSync(signal, '')
      hand(signal)
      start()
      server = postgresAt(url)
      ends = countAsOwn(server)
    },
    kill() {
      running = false
      ends()
      process.kill(server.pid, 'SIGKILL')
    },
    stop() {
      if (running) {
        ends()
        end()
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
