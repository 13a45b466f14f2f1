/** How much CPU a process and all that it started have used so far, from /proc: what a call costs, however busy the machine. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface Process {
  readonly pid: number
}

export const TICKS_PER_S = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

interface Stat {
  readonly pid: number
  readonly parent: number
  readonly ticks: number
}

/** With the time of children that have ended. Undefined for a process that ended meanwhile. */
const statOf = (pid: number): Stat | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [user, system, ended_user, ended_system] = fields.slice(11, 15).map(Number) as [
      number,
      number,
      number,
      number,
    ]
    return { pid, parent: Number(fields[1]), ticks: user + system + ended_user + ended_system }
  } catch {
    return undefined
  }
}

const pids = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)

export const cpuSecondsOf = ({ pid }: Process): number => {
  const all = pids()
    .map(statOf)
    .filter((stat) => stat !== undefined)
  const children = Map.groupBy(all, (stat) => stat.parent)
  const ticksUnder = (stat: Stat): number =>
    stat.ticks + (children.get(stat.pid) ?? []).reduce((sum, child) => sum + ticksUnder(child), 0)
  const root = all.find((stat) => stat.pid === pid)
  if (!root) throw new Error(`process ${pid} has ended`)
  return ticksUnder(root) / TICKS_PER_S
}

/** The PostgreSQL that listens on the port of that address, on this machine. */
export const postgresAt = (url: string): Process => {
  const { port } = new URL(url)
  const pid = pids().find((one) => {
    try {
      const args = readFileSync(`/proc/${one}/cmdline`, 'utf8').split('\0')
      return args[0]?.endsWith('/postgres') && args.some((arg, i) => arg === '-p' && args[i + 1] === port)
    } catch {
      return false
    }
  })
  if (pid === undefined) throw new Error(`no PostgreSQL on port ${port}`)
  return { pid }
}
