/**
 * Judges a history: what was acknowledged is there and is what was said, each key made one request, every change is in its
 * agent's feed once and in order, and every event reached the webhook. Nothing is asked of anybody: the lines decide.
 */
import type { CreateCall, Fault, Line, Logged, Read, Received, ReportCall, Stored } from './history.ts'

export interface Verdict {
  /** Creates that were answered with a request. */
  readonly acked: number
  /** Keys that had at least one try with an unknown outcome. */
  readonly unknown: number
  /** Of these: answered by a later try, and stored exactly once. */
  readonly resolved: number
  /** Calls that were turned down, though nothing was wrong with them. */
  readonly refused: number
  /** Acknowledged, and not stored as it was said. */
  readonly lost: number
  /** Requests beyond the first under one key, and keys that were answered with two different requests. */
  readonly duplicated: number
  readonly events: number
  /** Changes that were acknowledged and events that are in the log, but not in the agent's feed. */
  readonly missed: number
  /** Places in a feed where the next cursor is not one more. */
  readonly gaps: number
  /** Events that a feed showed twice. */
  readonly repeated: number
  /** Events of the feeds that no webhook brought. */
  readonly lost_webhooks: number
  /** The first few of what is wrong, in words. */
  readonly wrong: readonly string[]
}

const WRONG_MAX = 10

export const checkHistory = (lines: readonly Line[]): Verdict => {
  const of = <K extends Line['kind']>(kind: K) =>
    lines.filter((line): line is Extract<Line, { kind: K }> => line.kind === kind)
  const wrong: string[] = []
  const tell = (text: string) => {
    if (wrong.length < WRONG_MAX) wrong.push(text)
  }
  const feeds = groupBy(of('event'), ({ agent }) => agent)
  return {
    ...creates(of('create'), of('stored'), tell),
    refused: refusedIn([...of('create'), ...of('report')], tell),
    ...followed(of('create'), of('report'), of('logged'), feeds, tell),
    ...ordered(feeds, tell),
    lost_webhooks: unheard(of('event'), of('webhook'), tell),
    wrong,
  }
}

type Tell = (text: string) => void

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
const callKey = ({ agent, key }: { agent: string; key: string }) => `${agent} ${key}`

const creates = (calls: readonly CreateCall[], stored: readonly Stored[], tell: Tell) => {
  const kept = groupBy(stored, callKey)
  let [acked, unknown, resolved, lost, duplicated] = [0, 0, 0, 0, 0]
  for (const [key, tries] of groupBy(calls, callKey)) {
    const answers = tries.filter(({ outcome }) => outcome === 'done')
    const rows = kept.get(key) ?? []
    const there = answers.every((answer) => rows.some((row) => sameAnswer(row, answer)))
    const ids = new Set([...answers, ...rows].map(({ request_id }) => request_id))
    acked += answers.length > 0 ? 1 : 0
    if (!there) {
      lost++
      tell(`lost: ${key} was answered with ${answers[0]?.request_id}, stored is ${JSON.stringify(rows)}`)
    }
    if (there && ids.size > 1) {
      duplicated += ids.size - 1
      tell(`duplicated: ${key} is ${[...ids].join(' and ')}`)
    }
    if (tries.some(({ outcome }) => outcome === 'unknown')) {
      unknown++
      if (answers.length > 0 && rows.length === 1 && there) resolved++
      else tell(`unresolved: ${key} has ${answers.length} answers and ${rows.length} requests`)
    }
  }
  return { acked, unknown, resolved, lost, duplicated }
}

const sameAnswer = (row: Stored, answer: CreateCall): boolean =>
  row.request_id === answer.request_id && row.facts_digest === answer.facts_digest

const refusedIn = (calls: readonly (CreateCall | ReportCall)[], tell: Tell): number => {
  const refused = calls.filter(({ outcome }) => outcome === 'refused')
  for (const call of refused) tell(`refused: ${call.kind} of ${call.agent} said ${call.said}`)
  return refused.length
}

/** Every acknowledged change has its event, and every event of the log was read. */
const followed = (
  calls: readonly CreateCall[],
  reports: readonly ReportCall[],
  logged: readonly Logged[],
  feeds: ReadonlyMap<string, readonly Read[]>,
  tell: Tell,
) => {
  const seen = new Set<string>()
  for (const [agent, feed] of feeds) {
    for (const { request_id, status, event_id } of feed) {
      seen.add(`${agent} ${request_id} ${status}`)
      seen.add(`${agent} ${event_id}`)
    }
  }
  const expected = new Set([
    ...calls.filter(isDone).map(({ agent, request_id }) => `${agent} ${request_id} pending`),
    ...reports.filter(isDone).map(({ agent, request_id, status }) => `${agent} ${request_id} ${status}`),
    ...logged.map(({ agent, event_id }) => `${agent} ${event_id}`),
  ])
  const missed = [...expected].filter((one) => !seen.has(one))
  for (const one of missed) tell(`missed: ${one}`)
  return { missed: missed.length }
}

const isDone = ({ outcome }: { outcome: string }): boolean => outcome === 'done'

const ordered = (feeds: ReadonlyMap<string, readonly Read[]>, tell: Tell) => {
  let [events, gaps, repeated] = [0, 0, 0]
  for (const [agent, feed] of feeds) {
    const ids = new Set(feed.map(({ event_id }) => event_id))
    events += ids.size
    repeated += feed.length - ids.size
    if (feed.length > ids.size) tell(`repeated: ${feed.length - ids.size} events in the feed of ${agent}`)
    let expected = 1
    for (const { cursor } of feed) {
      if (cursor !== expected) {
        gaps++
        tell(`gap: the feed of ${agent} has ${cursor} where ${expected} comes next`)
      }
      expected = cursor + 1
    }
  }
  return { events, gaps, repeated }
}

const unheard = (events: readonly Read[], webhooks: readonly Received[], tell: Tell): number => {
  const heard = new Set(webhooks.map(({ event_id }) => event_id))
  const lost = new Set(events.map(({ event_id }) => event_id).filter((id) => !heard.has(id)))
  for (const id of lost) tell(`lost webhook: ${id}`)
  return lost.size
}

/** For each fault, the longest time between two acknowledged creates until the next fault; in milliseconds. */
export const outagesIn = (lines: readonly Line[]): { what: string; ms: number }[] => {
  const ends = lines
    .filter((line): line is CreateCall => line.kind === 'create' && line.outcome === 'done')
    .map(({ end }) => end)
    .toSorted((a, b) => a - b)
  const faults = lines.filter((line): line is Fault => line.kind === 'fault').toSorted((a, b) => a.at - b.at)
  return faults.map(({ at, what }, i) => {
    const until = faults[i + 1]?.at ?? Number.POSITIVE_INFINITY
    const after = ends.filter((end) => end > at && end <= until)
    const times = [at, ...after]
    const ms = Math.max(0, ...after.map((end, n) => end - (times[n] ?? at)))
    return { what, ms: after.length === 0 ? Number.POSITIVE_INFINITY : ms }
  })
}

// The line of figures that a fault run shows: what the judge found, and how long creates were not acknowledged.

export interface Figures extends Verdict {
  readonly fault: string
  readonly faults: Readonly<Record<string, number>>
  /** By what was broken: the longest time without an acknowledged create. */
  readonly longest_outage_ms: Readonly<Record<string, number>>
  /** Creates whose first try and whose second try both failed. */
  readonly failed_twice: number
  /** Creates whose first try failed. */
  readonly failed_once: number
  /** By what failed tries were told. */
  readonly said: Readonly<Record<string, number>>
  readonly seconds: number
}

export const figuresOf = (fault: string, lines: readonly Line[]): Figures => {
  const outages = outagesIn(lines)
  const faults: Record<string, number> = {}
  const longest_outage_ms: Record<string, number> = {}
  for (const { what, ms } of outages) {
    faults[what] = (faults[what] ?? 0) + 1
    longest_outage_ms[what] = Math.max(longest_outage_ms[what] ?? 0, ms)
  }
  const all_creates = lines.filter((line): line is CreateCall => line.kind === 'create')
  const unknown = all_creates.filter(({ outcome }) => outcome === 'unknown')
  const said: Record<string, number> = {}
  for (const one of unknown) said[one.said] = (said[one.said] ?? 0) + 1
  const first = all_creates[0]?.begin ?? 0
  const last = all_creates.reduce((latest, { end }) => Math.max(latest, end), first)
  return {
    fault,
    ...checkHistory(lines),
    faults,
    longest_outage_ms,
    failed_once: unknown.filter(({ attempt }) => attempt === 1).length,
    failed_twice: unknown.filter(({ attempt }) => attempt === 2).length,
    said,
    seconds: Math.round((last - first) / 1_000),
  }
}

/** What must hold whatever was broken. */
export const NOTHING_LOST = {
  refused: 0,
  lost: 0,
  duplicated: 0,
  missed: 0,
  gaps: 0,
  repeated: 0,
  lost_webhooks: 0,
  wrong: [],
} as const
