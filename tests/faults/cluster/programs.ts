/** Programs from the machine's packages: started on loopback, paused and killed by pid, and ended with all they started. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  closeSync,
  globSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

export interface Program {
  readonly pid: number
  /** SIGKILL, and waits for the end. */
  kill(): Promise<void>
}

const NEEDED = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  'nats-server': 'nats-server',
}

export const requirePrograms = (): void => {
  const has = (program: string) => globSync(`/usr/{bin,sbin}/${program}`).length > 0
  const absent = Object.entries(NEEDED).filter(([program]) => !has(program))
  if (globSync('/usr/lib/postgresql/*/bin/postgres').length === 0) absent.push(['postgres', 'postgresql'])
  if (absent.length > 0)
    throw new Error(`this run needs more programs: install the packages ${absent.map(([, name]) => name).join(', ')}`)
}

/** PostgreSQL refuses to run as root: what it needs belongs to its own user, and runs as that. */
const owner = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

export const giveToPostgres = (path: string): void => {
  const { uid, gid } = owner() ?? {}
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
  chmodSync(path, 0o700)
}

export const folderIn = (parent: string, name: string): string => {
  const path = join(parent, name)
  mkdirSync(path, { recursive: true })
  return path
}

const running = new Set<ChildProcess>()

export const startProgram = (
  command: string,
  args: readonly string[],
  { log, as_postgres = false, env = {} }: { log: string; as_postgres?: boolean; env?: Record<string, string> },
): Program => {
  const out = openSync(log, 'a')
  const child = spawn(command, args, {
    stdio: ['ignore', out, out],
    env: { PATH: process.env.PATH, ...env },
    ...(as_postgres ? owner() : {}),
  })
  running.add(child)
  const exited = once(child, 'exit').then(() => running.delete(child))
  return {
    pid: child.pid as number,
    async kill() {
      child.kill('SIGCONT')
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** What is still running when a test process ends early ends with it. */
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Every process that this one started, and those that these started. */
export const treeOf = (pid: number): number[] => {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = parentOf(Number(name))
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const all = [pid]
  for (const one of all) all.push(...(children.get(one) ?? []))
  return all
}

const parentOf = (pid: number): number | undefined => {
  try {
    // The name in brackets may hold anything, so the fields are counted from its end.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return Number(fields[1])
  } catch {
    return undefined
  }
}

export const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

// A small file system in memory, which can be filled up and emptied again.

export interface SmallDisk {
  readonly path: string
  /** Takes all the room that is left. */
  fill(): void
  empty(): void
  unmount(): void
}

export const mountSmallDisk = (parent: string, name: string, size_mb: number): SmallDisk => {
  const path = folderIn(parent, name)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size_mb}m,mode=0755`, 'tmpfs', path])
  giveToPostgres(path)
  const filler = join(path, 'filler')
  return {
    path,
    fill() {
      const file = openSync(filler, 'a')
      try {
        // In small pieces at the end, so that not even one page is left.
        for (const size of [1 << 20, 4_096]) fillBy(file, Buffer.alloc(size))
      } finally {
        closeSync(file)
      }
    },
    empty: () => rmSync(filler, { force: true }),
    unmount: () => void execFileSync('umount', ['-l', path]),
  }
}

const fillBy = (file: number, piece: Buffer): void => {
  try {
    for (;;) if (writeSync(file, piece) < piece.length) return
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
