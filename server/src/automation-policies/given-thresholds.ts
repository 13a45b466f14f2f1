/** Thresholds as a caller writes them, as whole units, times and recipients of the tenant; or every reason why not. */

import type { createPolicy } from '@countersign/contract/automation-policies/operations'
import type { Issue } from '@countersign/contract/errors'
import type { BodyOf } from '@countersign/contract/operation'
import { validationFailed } from '@countersign/contract/transport-errors'
import { parseAmount } from '@countersign/contract/wire/amount'
import { uuidOf } from '@countersign/contract/wire/ids'
import { type Network, networkOf } from '@countersign/contract/wire/networks'
import type { TenantTx } from '../postgres/transaction.ts'
import { activeVersions } from '../recipients/active-versions.ts'
import { Refusal } from '../refusal.ts'
import type { Thresholds } from './policy-row.ts'

type Input = Pick<BodyOf<typeof createPolicy>, 'single_tx_limit' | 'cumulative_limit' | 'validity_window' | 'allowlist'>

const REASONS = {
  not_an_amount: 'is not an amount',
  too_many_decimals: 'has more decimals than the asset',
  too_large: 'is more than the ledger can move',
}

/** Only what was given is among the keys. */
export const givenThresholds = async (
  tx: TenantTx,
  input: Input,
  { network, decimals }: { readonly network: Network; readonly decimals: number },
): Promise<Partial<Thresholds>> => {
  const issues: Issue[] = []
  const taken: { -readonly [K in keyof Thresholds]?: Thresholds[K] } = {}
  for (const field of ['single_tx_limit', 'cumulative_limit'] as const) {
    const text = input[field]
    if (text === undefined) continue
    const parsed = parseAmount(text, { decimals, max_units: networkOf(network).max_units })
    if (parsed.ok) taken[field] = parsed.units
    else issues.push({ code: parsed.reason, field, message: REASONS[parsed.reason] })
  }
  if (input.validity_window) {
    const [from, to] = [Date.parse(input.validity_window.from), Date.parse(input.validity_window.to)]
    if (from < to) taken.validity_window = { from, to }
    else issues.push({ code: 'out_of_range', field: 'validity_window', message: 'must end after it begins' })
  }
  if (input.allowlist) {
    const ids = input.allowlist.map((id) => uuidOf('rcp', id))
    const known = await activeVersions(tx, ids)
    ids.forEach((id, i) => {
      if (known.has(id)) return
      issues.push({ code: 'unknown_recipient', field: `allowlist.${i}`, message: "isn't one of your payees" })
    })
    taken.allowlist = [...new Set(ids)]
  }
  if (issues.length > 0) {
    throw new Refusal(validationFailed, { issues, message: issues.map((i) => `${i.field} ${i.message}`).join('; ') })
  }
  return taken
}
