/**
 * Decides what the lock file of an earlier run means: a server of another run that is still wanted, one that nobody stops
 * any more (its starter was killed), or a leftover of a killed server, whose process id may by now be anybody's.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from './postgres-cluster.ts'
import { dataDirectoryOf } from './postgres-probe.ts'

const WAIT_MS = 10_000
/** Long enough for a killed server's children to notice and for the system to collect it. */
const STRANGER_MS = 2_000

export interface SettledLock {
  /** Set when another run's server is up and looked after: use that. Otherwise the way is free to start. */
  sharedUrl?: string
}

export async function settleLock(
  cluster: Cluster,
  startedHere: boolean,
  stopNow: () => void,
  log: (line: string) => void,
): Promise<SettledLock> {
  const file = join(cluster.data, 'postmaster.pid')
  const started = Date.now()
  for (;;) {
    const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
    const pid = Number(lines[0])
    // A dead one's file is left to PostgreSQL, which also reads from it whether children of the dead one still run.
    if (!(pid > 0) || !isAlive(pid)) return {}
    const url = cluster.urlAt(Number(lines[3]))
    const served = await dataDirectoryOf(url, 1_000)
    if (served !== undefined && (await realpath(served)) === (await realpath(cluster.data))) {
      const owner = Number(await readFile(cluster.ownerFile, 'utf8').catch(() => ''))
      // Our own number in the file may also be that of a killed process which had it before us.
      if (owner === process.pid ? startedHere : owner > 0 && isAlive(owner)) {
        log(`postgres: sharing the one that process ${owner} started`)
        return { sharedUrl: url }
      }
      log('postgres: stopping one that an earlier run left behind')
      stopNow()
      return {}
    }
    // Alive but silent: it is starting or stopping, unless the number now belongs to another program.
    if (!isPostgres(pid) && Date.now() > started + STRANGER_MS) break
    if (Date.now() > started + WAIT_MS)
      throw new Error(`process ${pid} holds ${cluster.data} and does not answer: stop it first`)
    await pause(200)
  }
  log('postgres: removing a lock file that names a process of somebody else')
  await rm(file, { force: true })
  return {}
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** A dead process that nobody has collected still has a number and a name, but runs nothing. */
function isPostgres(pid: number): boolean {
  try {
    const line = describeProcess(pid)
    return line.includes('postgres') && !/^Z|\) Z /.test(line)
  } catch (error) {
    // Where it cannot be found out, a server that may be running is left alone.
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT' && process.platform === 'linux')
  }
}

function describeProcess(pid: number): string {
  if (process.platform === 'linux') return readFileSync(`/proc/${pid}/stat`, 'utf8')
  if (process.platform === 'win32') return execFileSync('tasklist', ['/fi', `PID eq ${pid}`], { encoding: 'utf8' })
  return execFileSync('ps', ['-o', 'stat=', '-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' })
}
