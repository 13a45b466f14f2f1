/** Random sequences of what callers do, and all cells that they can visit. */
import fc from 'fast-check'
import { type Command, cellOf, FIRST, REPORTS, STATUSES, type State } from './model.ts'

const at = fc.nat(7)
const hash = fc.constantFrom(null, null, 'aa'.repeat(32), 'bb'.repeat(32))

export const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 18, arbitrary: fc.record({ op: fc.constant('create' as const), amount: fc.constantFrom('1', '2.5') }) },
  {
    weight: 12,
    arbitrary: fc.record({ op: fc.constantFrom('repeat' as const, 'reuse' as const, 'cancel' as const), at }),
  },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('deadline' as const), at }) },
  {
    weight: 27,
    arbitrary: fc.record({ op: fc.constant('report' as const), at, status: fc.constantFrom(...REPORTS), hash }),
  },
  {
    // The way that leads to the end: by chance alone hardly any request would be confirmed.
    weight: 20,
    arbitrary: fc.record({
      op: fc.constant('report' as const),
      at: fc.nat(1),
      status: fc.constantFrom('signed', 'broadcasted', 'confirmed'),
      hash: fc.constant('aa'.repeat(32)),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      op: fc.constant('read' as const),
      at,
      by: fc.constantFrom('agent' as const, 'wallet' as const, 'merchant' as const),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      op: fc.constantFrom('pause', 'resume', 'resume', 'suspend', 'reinstate', 'reinstate', 'feed', 'feed'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ op: 'revoke' as const }) },
)

/** Every cell there is: each status with all that can be done to a request, each pair of states with the rest. */
export const allCells = (): Set<string> => {
  const requests = STATUSES.flatMap((status) => {
    const state = { ...FIRST, requests: [{ status }] } as unknown as State
    const aimed: Command[] = [
      ...(['repeat', 'reuse', 'cancel', 'deadline'] as const).map((op) => ({ op, at: 0 })),
      ...(['agent', 'wallet', 'merchant'] as const).map((by) => ({ op: 'read' as const, at: 0, by })),
      ...REPORTS.flatMap((reported) =>
        [null, 'aa'].map((named) => ({ op: 'report' as const, at: 0, status: reported, hash: named })),
      ),
    ]
    return aimed.map((one) => cellOf(state, one))
  })
  const around = (['active', 'paused', 'revoked'] as const).flatMap((connection) =>
    (['active', 'suspended'] as const).flatMap((agent) =>
      (['create', 'pause', 'resume', 'revoke', 'suspend', 'reinstate', 'feed'] as const).map((op) =>
        cellOf({ connection, agent, requests: [] }, { op, amount: '1' }),
      ),
    ),
  )
  return new Set([...requests, ...around])
}
