/** A finding as a table: each field as it was requested and as the ledger has it. */

interface Moved {
  readonly amount?: string
  readonly asset?: string
  readonly issuer?: string
  readonly to?: string
  readonly memo?: string
  readonly memo_kind?: string
}

interface Found {
  readonly seen: object
}

export interface Difference {
  readonly field: 'amount' | 'memo' | 'address' | 'asset' | 'time'
  readonly expected: string | undefined
  readonly received: string | undefined
  readonly mismatch: string | undefined
}

const FIELD_OF: ReadonlyArray<readonly [RegExp, Difference['field']]> = [
  [/^amount_/, 'amount'],
  [/^memo_/, 'memo'],
  [/^wrong_destination$/, 'address'],
  [/^wrong_(asset|issuer)$/, 'asset'],
  [/^(late_payment|before_request)$/, 'time'],
]

/** Undefined where nothing was found that could be compared. */
export function differencesIn(findings: readonly Found[]): readonly Difference[] | undefined {
  for (const { seen } of findings) {
    const {
      expected,
      received,
      mismatches = [],
    } = seen as {
      expected?: Moved
      received?: Moved
      mismatches?: readonly string[]
    }
    if (expected === undefined || received === undefined) continue
    const named = (field: Difference['field']) =>
      mismatches.find((one) => FIELD_OF.some(([pattern, of]) => of === field && pattern.test(one)))
    const row = (field: Difference['field'], of: (moved: Moved) => string | undefined) => ({
      field,
      expected: of(expected),
      received: of(received),
      mismatch: named(field),
    })
    const rows = [
      row('amount', ({ amount, asset }) => `${amount} ${asset}`),
      row('memo', memoText),
      row('address', ({ to }) => to),
      row('asset', ({ asset, issuer }) => (issuer === undefined ? asset : `${asset}:${issuer}`)),
    ]
    const time = named('time')
    const late = { field: 'time' as const, expected: undefined, received: undefined, mismatch: time }
    return time === undefined ? rows : [...rows, late]
  }
  return undefined
}

/** A text memo is shown as text; its bytes come in hexadecimal. */
function memoText({ memo, memo_kind }: Moved): string | undefined {
  if (memo_kind === undefined || memo_kind === 'none') return undefined
  if (memo_kind !== 'text') return `${memo_kind}:${memo}`
  const bytes = Uint8Array.from((memo ?? '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return new TextDecoder().decode(bytes)
}
