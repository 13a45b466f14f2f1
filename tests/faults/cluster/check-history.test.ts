/** The judge of fault runs finds what it is for: each kind of damage, planted into a history that is right. */
import { expect, test } from 'vitest'
import { checkHistory, outagesIn } from './check-history.ts'
import type { CreateCall, Line, ReportCall } from './history.ts'

const AGENTS = ['a', 'b']
const KEYS = 5

const create = (agent: string, n: number, more: Partial<CreateCall> = {}): CreateCall => ({
  kind: 'create',
  agent,
  key: `k${n}`,
  begin: n * 100,
  end: n * 100 + 10,
  outcome: 'done',
  attempt: 1,
  said: '201',
  request_id: `pr_${agent}${n}`,
  facts_digest: `d_${agent}${n}`,
  ...more,
})

const report = (agent: string, n: number, more: Partial<ReportCall> = {}): ReportCall => {
  const { key: _key, facts_digest: _digest, ...call } = create(agent, n)
  return { ...call, kind: 'report', request_id: `pr_${agent}${n}`, status: 'signed', said: '200', ...more }
}

/** Two agents with five requests each; the first of each was reported, and the second one's create was tried twice. */
const right = (): Line[] =>
  AGENTS.flatMap((agent) => {
    const ns = Array.from({ length: KEYS }, (_, n) => n)
    const events = [...ns.map((n) => ({ n, status: 'pending' })), { n: 0, status: 'signed' }].map(
      ({ n, status }, i) => ({
        agent,
        cursor: i + 1,
        event_id: `evt_${agent}${i}`,
        request_id: `pr_${agent}${n}`,
        status,
      }),
    )
    return [
      ...ns.map((n) => create(agent, n, n === 1 ? { attempt: 2 } : {})),
      { ...unanswered(agent, 1), begin: 90, end: 95 },
      report(agent, 0),
      ...ns.map((n) => ({
        kind: 'stored' as const,
        agent,
        key: `k${n}`,
        request_id: `pr_${agent}${n}`,
        facts_digest: `d_${agent}${n}`,
      })),
      ...events.map((event) => ({ kind: 'event' as const, ...event })),
      ...events.map(({ event_id }) => ({ kind: 'logged' as const, agent, event_id })),
      ...events.map(({ event_id }) => ({ kind: 'webhook' as const, event_id })),
    ]
  })

const unanswered = (agent: string, n: number): CreateCall => {
  const {
    request_id: _id,
    facts_digest: _digest,
    ...call
  } = create(agent, n, { outcome: 'unknown', said: 'ECONNRESET' })
  return call
}

const FINE = {
  acked: 10,
  unknown: 2,
  resolved: 2,
  refused: 0,
  lost: 0,
  duplicated: 0,
  events: 12,
  missed: 0,
  gaps: 0,
  repeated: 0,
  lost_webhooks: 0,
}

const without = (matches: (line: Line) => boolean): Line[] => {
  const lines = right()
  const left = lines.filter((line) => !matches(line))
  expect(left.length).toBe(lines.length - 1)
  return left
}
const changed = (matches: (line: Line) => boolean, more: object): Line[] =>
  right().map((line) => (matches(line) ? { ...line, ...more } : line))

test('a history in which nothing went wrong is found right', () => {
  expect(checkHistory(right())).toEqual({ ...FINE, wrong: [] })
})

const isStored = (line: Line) => line.kind === 'stored' && line.request_id === 'pr_a3'

const PLANTED: Record<string, { lines: () => Line[]; found: object }> = {
  'an acknowledged request that is gone': { lines: () => without(isStored), found: { lost: 1 } },
  'an acknowledged request with other facts': {
    lines: () => changed(isStored, { facts_digest: 'other' }),
    found: { lost: 1 },
  },
  'a second request under one key': {
    lines: () => [...right(), { kind: 'stored', agent: 'a', key: 'k3', request_id: 'pr_twin', facts_digest: 'd' }],
    found: { duplicated: 1 },
  },
  'a retry that made a second request': {
    lines: () => [...right(), { kind: 'stored', agent: 'a', key: 'k1', request_id: 'pr_twin', facts_digest: 'd' }],
    found: { duplicated: 1, resolved: 1 },
  },
  'two answers to one key': {
    lines: () => [...right(), create('a', 3, { attempt: 2, request_id: 'pr_twin' })],
    found: { lost: 1, missed: 1 },
  },
  'an outcome that stayed unknown': {
    lines: () => [...right(), { ...unanswered('a', 9), key: 'k9' }],
    found: { unknown: 3, resolved: 2 },
  },
  'a refusal of a call that was right': {
    lines: () => [...right(), create('a', 9, { outcome: 'refused', said: '409 conflict' })],
    found: { refused: 1 },
  },
  'a create without its event': {
    lines: () => changed((line) => line.kind === 'event' && line.event_id === 'evt_b2', { request_id: 'pr_else' }),
    found: { missed: 1 },
  },
  'a report without its event': {
    lines: () => [...right(), report('b', 2)],
    found: { missed: 1 },
  },
  'an event of the log that no reader got': {
    lines: () => [...right(), { kind: 'logged', agent: 'a', event_id: 'evt_unread' }],
    found: { missed: 1 },
  },
  'a gap in a feed': {
    lines: () => without((line) => line.kind === 'event' && line.event_id === 'evt_a2'),
    // Its create and its line in the log both have no event that was read.
    found: { gaps: 1, missed: 2, events: 11 },
  },
  'a feed out of order': {
    lines: () => changed((line) => line.kind === 'event' && line.event_id === 'evt_a5', { cursor: 3 }),
    found: { gaps: 1 },
  },
  'an event that was read twice': {
    lines: () => [
      ...right(),
      { kind: 'event', agent: 'a', cursor: 7, event_id: 'evt_a5', request_id: 'pr_a0', status: 'signed' },
    ],
    found: { repeated: 1 },
  },
  'an event that no webhook brought': {
    lines: () => without((line) => line.kind === 'webhook' && line.event_id === 'evt_a4'),
    found: { lost_webhooks: 1 },
  },
}

for (const [name, { lines, found }] of Object.entries(PLANTED)) {
  test(`found: ${name}`, () => {
    const verdict = checkHistory(lines())
    expect(verdict).toMatchObject({ ...FINE, ...ackedWith(lines()), ...found })
    expect(verdict.wrong.length).toBeGreaterThan(0)
  })
}

/** What is planted may be acknowledged itself; that is not what these tests are about. */
const ackedWith = (lines: readonly Line[]) => ({
  acked: new Set(
    lines.flatMap((line) => (line.kind === 'create' && line.outcome === 'done' ? [`${line.agent} ${line.key}`] : [])),
  ).size,
})

test('an outage is the longest wait for an acknowledged create after a fault', () => {
  const acks = [100, 200, 5_200, 5_300, 9_000].map((end, n) => create('a', n, { begin: end - 5, end }))
  const faults: Line[] = [
    { kind: 'fault', at: 250, what: 'kill' },
    { kind: 'fault', at: 5_350, what: 'pause' },
    { kind: 'fault', at: 9_500, what: 'end' },
  ]
  expect(outagesIn([...acks, ...faults])).toEqual([
    { what: 'kill', ms: 4_950 },
    { what: 'pause', ms: 3_650 },
    { what: 'end', ms: Number.POSITIVE_INFINITY },
  ])
})
