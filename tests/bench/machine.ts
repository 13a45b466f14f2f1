/**
 * Is the machine quiet enough to judge? Every second, the CPU that all processes used is held against what the measurement's
 * own ones used; what is left belongs to others, stolen time included. A measurement beside others is no verdict.
 */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { cpuSecondsOf, type Process, TICKS_PER_S } from './cpu.ts'

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
      const round = (value: number) => Math.round(value * 100) / 100
      return {
        cores,
        outside_cores: round(outside.reduce((sum, value) => sum + value, 0) / outside.length),
        outside_cores_p90: round(sorted[Math.floor(sorted.length * 0.9)] as number),
      }
    },
  }
}

/** Why no verdict can be given; nothing where one can. */
export const doubtsAbout = ({ cores, outside_cores_p90 }: MachineFigures, spread = 0): string[] => [
  ...(outside_cores_p90 > OUTSIDE_MAX * cores ? [`others used ${outside_cores_p90} of ${cores} cores`] : []),
  ...(spread > SPREAD_MAX ? [`rounds differ by ${Math.round(spread * 100)} % of their median`] : []),
]
