/**
 * Decides where a PostgreSQL of our own keeps its data and as whom it runs, and makes it on the first run.
 *
 * As root it runs as another user, who must be able to reach the folder: where the repository is closed to that user, a
 * folder under the system's temporary one is used instead.
 */
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, lstat, mkdir, readFile, realpath, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Binaries } from './postgres-binaries.ts'
import { canReach, type OsUser, postgresUser } from './postgres-user.ts'

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

export async function openCluster(
  dataDir: string,
  findBinaries: FindBinaries,
  log: (line: string) => void,
): Promise<Cluster> {
  const user = postgresUser()
  const home = await homeFor(resolve(dataDir), user)
  const binaries = await findBinaries(user, join(home, 'binaries'))
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
