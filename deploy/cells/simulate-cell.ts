/**
 * One cell as queues: creates come in at random, wait in an api process until they travel together, then take a core of the
 * database; once they are committed, the rest of the life follows. Times are in ms.
 */
import { COSTS_MS, LIFE } from './costs.ts'
import { type Random, randomOf } from './random.ts'

export interface CellCase {
  readonly seed: number
  readonly lives_per_s: number
  readonly seconds: number
  readonly report_ms?: number
  /** A tenant that asks for more than all the others together, and how much of it is let in. */
  readonly hot_per_s?: number
  readonly hot_budget_per_s?: number
  /** The database is gone for so long, in the middle. */
  readonly failover_s?: number
}

export interface CellSeen {
  readonly p50_ms: number
  readonly p99_ms: number
  readonly longest_ms: number
  /** Of all cores, from 0 to 1. */
  readonly use: number
  /** Of the hot tenant's calls. */
  readonly refused: number
  /** From the end of the failover until every create takes less than 100 ms again. */
  readonly normal_after_s: number
}

const PROCESSES = 12
const BATCH_MAX = 64
const IN_FLIGHT_MAX = 2
/** Of 16: the rest goes to what several cores do to each other. */
const CORES = 14
const COMMIT_MS = 2
/** The rest of a life comes within so many seconds after its create. */
const LIFE_S = 2
const WARM_SHARE = 0.2
const NORMAL_MS = 100

interface Job {
  readonly ms: number
  readonly done?: (at: number) => void
}

/** Whatever happens next is taken out first. */
class Agenda {
  private readonly heap: { at: number; run: (at: number) => void }[] = []

  add(at: number, run: (at: number) => void): void {
    const { heap } = this
    heap.push({ at, run })
    for (let i = heap.length - 1; i > 0; ) {
      const above = (i - 1) >> 1
      if (this.at(above) <= this.at(i)) break
      this.swap(i, above)
      i = above
    }
  }

  take(): { at: number; run: (at: number) => void } | undefined {
    const { heap } = this
    const [first] = heap
    const last = heap.pop()
    if (heap.length === 0 || last === undefined) return first
    heap[0] = last
    for (let i = 0; ; ) {
      const [left, right] = [2 * i + 1, 2 * i + 2]
      let least = i
      if (left < heap.length && this.at(left) < this.at(least)) least = left
      if (right < heap.length && this.at(right) < this.at(least)) least = right
      if (least === i) return first
      this.swap(i, least)
      i = least
    }
  }

  private at(i: number): number {
    return this.heap[i]?.at ?? Number.POSITIVE_INFINITY
  }

  private swap(a: number, b: number): void {
    const { heap } = this
    const [x, y] = [heap[a], heap[b]]
    if (x && y) {
      heap[a] = y
      heap[b] = x
    }
  }
}

/** First come, first served; an index instead of `shift`, which would copy long lists. */
class Line<T> {
  private readonly list: (T | undefined)[] = []
  private first = 0

  get length(): number {
    return this.list.length - this.first
  }

  add(item: T): void {
    this.list.push(item)
  }

  take(): T | undefined {
    const item = this.list[this.first]
    this.list[this.first++] = undefined
    return item
  }
}

class Database {
  private free = CORES
  private readonly waiting = new Line<Job>()
  private stopped = false
  busy_ms = 0

  private readonly agenda: Agenda
  constructor(agenda: Agenda) {
    this.agenda = agenda
  }

  add(at: number, job: Job): void {
    this.waiting.add(job)
    this.work(at)
  }

  stop(): void {
    this.stopped = true
  }

  start(at: number): void {
    this.stopped = false
    this.work(at)
  }

  private work(at: number): void {
    while (this.free > 0 && !this.stopped && this.waiting.length > 0) {
      const job = this.waiting.take()
      if (!job) return
      this.free--
      this.busy_ms += job.ms
      this.agenda.add(at + job.ms, (end) => {
        this.free++
        job.done?.(end)
        this.work(end)
      })
    }
  }
}

export const simulateCell = (input: CellCase): CellSeen => {
  const { seed, lives_per_s, seconds, report_ms = COSTS_MS.report, hot_per_s = 0, hot_budget_per_s, failover_s } = input
  const random = randomOf(seed)
  const agenda = new Agenda()
  const database = new Database(agenda)
  const end_ms = seconds * 1000
  const warm_ms = Math.max(end_ms * WARM_SHARE, LIFE_S * 1000)
  const took: { began: number; ms: number }[] = []
  const parts: readonly [count: number, ms: number][] = [
    [LIFE.report, report_ms],
    [LIFE.event, COSTS_MS.event],
    [LIFE.look, COSTS_MS.look],
    [LIFE.read, COSTS_MS.read],
    [LIFE.delivery, COSTS_MS.delivery],
  ]
  const follow = (at: number): void => {
    for (const [count, ms] of parts) {
      for (let n = 0; n < count; n++)
        agenda.add(at + random.next() * LIFE_S * 1000, (then) => database.add(then, { ms }))
    }
  }
  const processes = Array.from({ length: PROCESSES }, () => processOn(agenda, database, follow, took))
  const counts = { asked: 0, refused: 0 }
  arrivals(agenda, random, lives_per_s, end_ms, (at) => pickOf(processes, random)(at, true))
  const budget = budgetOf(hot_budget_per_s)
  arrivals(agenda, random, hot_per_s, end_ms, (at) => {
    counts.asked++
    if (budget(at)) pickOf(processes, random)(at, false)
    else counts.refused++
  })
  const failed_at = end_ms / 2
  if (failover_s !== undefined) {
    agenda.add(failed_at, () => database.stop())
    agenda.add(failed_at + failover_s * 1000, (at) => database.start(at))
  }
  const busy = { before: 0, after: 0 }
  agenda.add(warm_ms, () => (busy.before = database.busy_ms))
  agenda.add(end_ms, () => (busy.after = database.busy_ms))
  // What still waits at the end is let through, so that long waits are seen whole; the rest of its life is not counted.
  for (let next = agenda.take(); next && next.at < end_ms * 3; next = agenda.take()) next.run(next.at)
  const counted = took.filter(({ began }) => began >= warm_ms).toSorted((a, b) => a.ms - b.ms)
  const at = (share: number): number =>
    counted[Math.min(counted.length - 1, Math.floor(counted.length * share))]?.ms ?? 0
  const back = failed_at + (failover_s ?? 0) * 1000
  const late = counted.filter(({ began, ms }) => failover_s !== undefined && began >= back && ms >= NORMAL_MS)
  return {
    p50_ms: at(0.5),
    p99_ms: at(0.99),
    longest_ms: counted.at(-1)?.ms ?? 0,
    use: Math.min(1, (busy.after - busy.before) / (CORES * (end_ms - warm_ms))),
    refused: counts.asked === 0 ? 0 : counts.refused / counts.asked,
    normal_after_s: late.reduce((most, { began }) => Math.max(most, began - back), 0) / 1000,
  }
}

type Take = (at: number, counted: boolean) => void

/** Gathers creates while two statements are under way. */
const processOn = (
  agenda: Agenda,
  database: Database,
  follow: (at: number) => void,
  took: { began: number; ms: number }[],
): Take => {
  const waiting = new Line<{ began: number; counted: boolean }>()
  let in_flight = 0
  const send = (at: number): void => {
    while (in_flight < IN_FLIGHT_MAX && waiting.length > 0) {
      const batch: { began: number; counted: boolean }[] = []
      while (batch.length < BATCH_MAX && waiting.length > 0) {
        const one = waiting.take()
        if (one) batch.push(one)
      }
      in_flight++
      const ms = COSTS_MS.create_statement + COSTS_MS.create_each * batch.length
      const done = (end: number): void =>
        agenda.add(end + COMMIT_MS, (committed) => {
          in_flight--
          for (const { began, counted } of batch) {
            if (counted) took.push({ began, ms: committed - began })
            follow(committed)
          }
          send(committed)
        })
      database.add(at, { ms, done })
    }
  }
  return (at, counted) => {
    waiting.add({ began: at, counted })
    send(at)
  }
}

const pickOf = (processes: readonly Take[], random: Random): Take =>
  processes[Math.floor(random.next() * processes.length)] as Take

const arrivals = (
  agenda: Agenda,
  random: Random,
  per_s: number,
  end_ms: number,
  arrive: (at: number) => void,
): void => {
  if (per_s <= 0) return
  const next = (at: number): void => {
    const then = at + random.wait(1000 / per_s)
    if (then < end_ms)
      agenda.add(then, (now) => {
        arrive(now)
        next(now)
      })
  }
  next(0)
}

/** A bucket that holds a second's worth. */
const budgetOf = (per_s: number | undefined): ((at: number) => boolean) => {
  if (per_s === undefined) return () => true
  let held = per_s
  let last = 0
  return (at) => {
    held = Math.min(per_s, held + ((at - last) / 1000) * per_s)
    last = at
    if (held < 1) return false
    held--
    return true
  }
}
