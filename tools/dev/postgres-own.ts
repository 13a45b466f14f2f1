/**
 * Decides how a PostgreSQL of our own lives: made once, started on a free loopback port, stopped with this process.
 *
 * pg_ctl does the starting and stopping. It puts the server in a session of its own, so Ctrl-C reaches only us and the
 * api can finish with its database; and it knows how to drop an administrator's rights on Windows.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chown, lstat, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { type Binaries, canReach, findBinaries, type OsUser, postgresUser } from './postgres-binaries.ts'
import { dataDirectoryOf } from './postgres-probe.ts'

// Decides what the lock file of an earlier run means: a server of another run that is still wanted, one that nobody stops
// any more (its starter was killed), or a leftover of a killed server, whose process id may by now be anybody's.

const WAIT_MS = 10_000
/** Long enough for a killed server's children to notice and for the system to collect it. */
const STRANGER_MS = 2_000

interface SettledLock {
  /** Set when another run's server is up and looked after: use that. Otherwise the way is free to start. */
  sharedUrl?: string
}

async function settleLock(
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

const ATTEMPTS = 3
const STOP_SECONDS = 20
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The data folders this process serves. */
const running = new Set<string>()

interface OwnPostgres {
  url: string
  started: boolean
  stop(): Promise<void>
}

export async function startOwnPostgres(dataDir: string, log: (line: string) => void): Promise<OwnPostgres> {
  const cluster = await openCluster(dataDir, findBinaries, log)
  const { pg_ctl } = cluster.binaries
  const stopNow = () => {
    spawnSync(pg_ctl, ['stop', '-D', cluster.data, '-m', 'fast', '-w', '-t', String(STOP_SECONDS)], cluster.run)
  }
  for (let attempt = 1; ; attempt++) {
    const lock = await settleLock(cluster, running.has(cluster.data), stopNow, log)
    if (lock.sharedUrl !== undefined) return { url: lock.sharedUrl, started: false, stop: async () => undefined }
    const port = await freePort()
    await writeFile(cluster.ownerFile, String(process.pid))
    const forget = stopWithProcess(stopNow)
    const started = spawnSync(
      pg_ctl,
      ['start', '-D', cluster.data, '-w', '-t', '60', '-s', '-l', cluster.logFile, '-o', `-p ${port}`],
      cluster.run,
    )
    if (started.status === 0) {
      running.add(cluster.data)
      log(`postgres: started on 127.0.0.1:${port}, data in ${cluster.data}`)
      return {
        url: cluster.urlAt(port),
        started: true,
        async stop() {
          forget()
          running.delete(cluster.data)
          stopNow()
        },
      }
    }
    forget()
    // The port was taken in between, or processes of a killed server are still going: both pass.
    if (attempt === ATTEMPTS) throw new Error(`postgres did not start:\n${await lastLines(cluster)}`)
    await pause(500)
  }
}

function onSignal(signal: NodeJS.Signals): void {
  // Whoever else listens is stopping in order and ends with 'exit'; alone, it is ours to end the process.
  if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal])
}

/** However this process ends, the server ends with it. Returns how to take that back. */
function stopWithProcess(stopNow: () => void): () => void {
  process.on('exit', stopNow)
  for (const signal of SIGNALS) process.on(signal, onSignal)
  return () => {
    process.off('exit', stopNow)
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
}

async function lastLines(cluster: Cluster): Promise<string> {
  const text = await readFile(cluster.logFile, 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-15).join('\n')
}

// Decides where a PostgreSQL of our own keeps its data and as whom it runs, and makes it on the first run.
//
// As root it runs as another user, who must be able to reach the folder: where the repository is closed to that user, a
// folder under the system's temporary one is used instead.

export interface Cluster {
  binaries: Binaries
  data: string
  logFile: string
  /** Holds the id of the process that stops the server. */
  ownerFile: string
  /** How its programs are run. */
  run: { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv; stdio: 'ignore' }
  urlAt(port: number): string
}

type FindBinaries = (user: OsUser | undefined, copyTo: string) => Promise<Binaries>

export async function openCluster(dataDir: string, find: FindBinaries, log: (line: string) => void): Promise<Cluster> {
  const user = postgresUser()
  const home = await homeFor(resolve(dataDir), user)
  const binaries = await find(user, join(home, 'binaries'))
  const data = join(home, 'data')
  const logFile = join(home, 'log')
  const passwordFile = join(home, 'password')
  const run: Cluster['run'] = {
    ...(user && { uid: user.uid, gid: user.gid }),
    cwd: home,
    env: plainEnvironment(),
    stdio: 'ignore',
  }
  const give = async (path: string) => {
    if (user) await chown(path, user.uid, user.gid)
  }
  await writeFile(logFile, '')
  await give(logFile)
  if (!existsSync(data)) {
    log(`postgres: making a database in ${data}${user ? `, as user ${user.name}` : ''}`)
    await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
    await give(passwordFile)
    // Made beside its place and moved there whole, so that a first run cut short leaves nothing that looks finished.
    const half = join(home, `data.${process.pid}`)
    await mkdir(half, { mode: 0o700 })
    await give(half)
    initialise(binaries.initdb, half, passwordFile, run)
    await rename(half, data)
  }
  const password = (await readFile(passwordFile, 'utf8')).trim()
  return {
    binaries,
    data,
    logFile,
    ownerFile: join(home, 'owner'),
    run,
    urlAt: (port) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
  }
}

async function homeFor(dataDir: string, user: OsUser | undefined): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  if (user === undefined || canReach(dataDir, user)) return realpath(dataDir)
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const home = join(await realpath(tmpdir()), `pursestrings-postgres-${name}`)
  await mkdir(home, { recursive: true, mode: 0o755 })
  const found = await lstat(home)
  // Anyone may create names in a shared temporary folder: programs are run only from one that is ours.
  if (!found.isDirectory() || found.uid !== process.getuid?.()) throw new Error(`${home} belongs to somebody else`)
  return home
}

function initialise(initdb: string, data: string, passwordFile: string, run: Cluster['run']): void {
  const flags = ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8']
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  const made = spawnSync(initdb, [...flags, ...locale, ...settings], { ...run, stdio: 'pipe', encoding: 'utf8' })
  if (made.status === 0) return
  throw new Error(`initdb failed: ${made.error?.message ?? made.stderr.trim()}`)
}

/** Without the variables by which a person's own PostgreSQL settings would reach ours, and with messages in English. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'))
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}
