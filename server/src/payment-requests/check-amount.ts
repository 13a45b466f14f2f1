/** An amount as whole units of what a version is paid in, or the reason why nobody can pay it. */

import { amountInvalid } from '@countersign/contract/payment-requests/errors'
import { parseAmount } from '@countersign/contract/wire/amount'
import { networkOf } from '@countersign/contract/wire/networks'
import type { ServedVersion } from '../recipients/find-served-version.ts'
import { Refusal } from '../refusal.ts'

export const checkAmount = (
  amount: string,
  { network, decimals }: Pick<ServedVersion, 'network' | 'decimals'>,
  field: string,
): bigint => {
  const parsed = parseAmount(amount, { decimals, max_units: networkOf(network).max_units })
  if (parsed.ok) return parsed.units
  const message =
    parsed.reason === 'too_many_decimals' ? `has more than ${decimals} decimals` : 'is more than the ledger can move'
  throw new Refusal(amountInvalid, { issues: [{ code: parsed.reason, field, message }] })
}
