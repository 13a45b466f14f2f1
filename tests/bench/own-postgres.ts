/**
 * A PostgreSQL of the measurement's own: the machine's binaries, its default and durable settings, and room for 300
 * clients. Ended by the process that started it; its folder goes with it.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.ts'
import { postgresAt } from './cpu.ts'
import { countAsOwn } from './machine.ts'

export const startOwnPostgres = async (): Promise<{ url: string; version: string; stop(): void }> => {
  const [bin] = globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed()
  if (bin === undefined)
    throw new Error('no PostgreSQL server binaries in /usr/lib/postgresql; install the package postgresql')
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-postgres-'))
  const root = process.getuid?.() === 0
  if (root) {
    const uid = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }))
    chownSync(folder, uid, -1)
    chmodSync(folder, 0o700)
  }
  const run = (program: string, ...args: string[]) => {
    const command = [join(bin, program), ...args]
    const [first, ...rest] = root ? ['runuser', '-u', 'postgres', '--', ...command] : command
    return execFileSync(first as string, rest, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  }
  const data = join(folder, 'data')
  const port = await freePort()
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
  const options = [`-p ${port}`, '-c listen_addresses=127.0.0.1', `-c unix_socket_directories=${folder}`]
  const module = ['-c max_connections=300', '-c shared_buffers=2GB', '-c max_wal_size=8GB']
  run('pg_ctl', '-D', data, '-w', '-s', '-l', join(folder, 'log'), '-o', [...options, ...module].join(' '), 'start')
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const ends = countAsOwn(postgresAt(url))
  return {
    url,
    version: bin.split('/')[4] as string,
    stop() {
      ends()
      run('pg_ctl', '-D', data, '-w', '-s', '-m', 'fast', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
