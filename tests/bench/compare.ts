/** Interleaved rounds of ours and bare, at several numbers of clients; the result is the median ratio of a round. */

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Figure } from './engines.ts'

export const CLIENTS = [1, 8, 32, 128] as const

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
export const round = (value: number): number => Math.round(value * 1000) / 1000

/** How far the rounds lie apart, as a part of their median. */
export const spreadOf = (values: readonly number[]): number =>
  round((Math.max(...values) - Math.min(...values)) / median(values))

export interface Sides {
  ours(clients: number): Promise<Figure>
  bare(clients: number): Promise<Figure>
}

export const compare = async (
  sides: Sides,
  { clients, rounds }: { clients: readonly number[]; rounds: number } = { clients: CLIENTS, rounds: 3 },
) => {
  const ratios: Record<string, number> = {}
  const details: Record<string, object> = {}
  let spread = 0
  // Unmeasured: compiled code, filled pools and caches on both sides.
  await sides.bare(32)
  await sides.ours(32)
  for (const n of clients) {
    const pairs: { ours: Figure; bare: Figure }[] = []
    for (let i = 0; i < rounds; i++) {
      // Which goes first alternates, so that neither always finds the warmer cache.
      const first = i % 2 === 0 ? 'bare' : 'ours'
      const one = await sides[first](n)
      const two = await sides[first === 'bare' ? 'ours' : 'bare'](n)
      pairs.push(first === 'bare' ? { bare: one, ours: two } : { bare: two, ours: one })
    }
    const of = (side: 'ours' | 'bare', figure: keyof Figure) => round(median(pairs.map((p) => p[side][figure])))
    const each = pairs.map((p) => p.ours.per_s / p.bare.per_s)
    ratios[n] = round(median(each))
    spread = Math.max(spread, spreadOf(each))
    details[n] = {
      ours_per_s: of('ours', 'per_s'),
      bare_per_s: of('bare', 'per_s'),
      ours_p50_ms: of('ours', 'p50_ms'),
      ours_p99_ms: of('ours', 'p99_ms'),
      bare_p50_ms: of('bare', 'p50_ms'),
      bare_p99_ms: of('bare', 'p99_ms'),
      ours_node_us: of('ours', 'node_us'),
      ours_postgres_us: of('ours', 'postgres_us'),
      bare_postgres_us: of('bare', 'postgres_us'),
    }
    console.log(`${n} clients: ratio ${ratios[n]}`, details[n])
  }
  return { ratios, details, rounds, spread }
}

// How much CPU a process and all that it started have used so far, from /proc: what a call costs, however busy the machine.

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

// Is the machine quiet enough to judge? Every second, the CPU that all processes used is held against what the measurement's
// own ones used; what is left belongs to others, stolen time included. A measurement beside others is no verdict.

/** Of all cores: others that use more than this, or rounds that differ by more than half, make every figure doubtful. */
const OUTSIDE_MAX = 0.1
const SPREAD_MAX = 0.5
const EVERY_MS = 1_000

/** Those that are not children of this process, such as PostgreSQL. */
const own = new Set<Process>()
let ended_s = 0

/** Call what it answers with before the process ends: what it used still counts. */
export const countAsOwn = (process: Process): (() => void) => {
  own.add(process)
  return () => {
    if (own.delete(process)) ended_s += cpuSecondsOf(process)
  }
}

const ownSeconds = (): number => [{ pid: process.pid }, ...own].reduce((sum, one) => sum + cpuSecondsOf(one), ended_s)

/** User, nice, system, interrupts and stolen; neither idle nor waiting for the disk. */
const busySeconds = (): number => {
  const [, text = ''] = /^cpu +(.*)/.exec(readFileSync('/proc/stat', 'utf8')) ?? []
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = text.split(' ').map(Number)
  return (user + nice + system + irq + softirq + steal) / TICKS_PER_S
}

export interface MachineFigures {
  readonly cores: number
  /** Cores that others used: on average, and in the worst tenth of all seconds. */
  readonly outside_cores: number
  readonly outside_cores_p90: number
}

export const watchMachine = (): { stop(): MachineFigures } => {
  const cores = availableParallelism()
  const outside: number[] = []
  let before = { at: performance.now(), busy: busySeconds(), own: ownSeconds() }
  const look = () => {
    const now = { at: performance.now(), busy: busySeconds(), own: ownSeconds() }
    const passed_s = (now.at - before.at) / 1000
    outside.push(Math.max(0, (now.busy - before.busy - (now.own - before.own)) / passed_s))
    before = now
  }
  const timer = setInterval(look, EVERY_MS).unref()
  return {
    stop() {
      clearInterval(timer)
      look()
      const sorted = outside.toSorted((a, b) => a - b)
      const rounded = (value: number) => Math.round(value * 100) / 100
      return {
        cores,
        outside_cores: rounded(outside.reduce((sum, value) => sum + value, 0) / outside.length),
        outside_cores_p90: rounded(sorted[Math.floor(sorted.length * 0.9)] as number),
      }
    },
  }
}

/** Why no verdict can be given; nothing where one can. */
export const doubtsAbout = ({ cores, outside_cores_p90 }: MachineFigures, spread = 0): string[] => [
  ...(outside_cores_p90 > OUTSIDE_MAX * cores ? [`others used ${outside_cores_p90} of ${cores} cores`] : []),
  ...(spread > SPREAD_MAX ? [`rounds differ by ${Math.round(spread * 100)} % of their median`] : []),
]
