/** Decides which user of the operating system a PostgreSQL of our own runs as: it refuses to run as root. */
import { execFileSync } from 'node:child_process'

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
