/** What stands against paying, asked of the ledger by this device itself: the engine's findings in the review's terms. */
import { formatUnits, parseAmount } from '@pursestrings/protocol/amount'
import type { Finding } from '@pursestrings/signing/check-payment'
import { LedgerUnavailableError } from '@pursestrings/signing/rpc-call'
import { NoLedgerError, sideOf } from '../ledger/sides.ts'
import type { Asked } from './check-request.ts'
import type { Funds } from './review-of.ts'

interface OnLedger {
  readonly network: string
  /** The review says itself whether this device knows it. */
  readonly agent_key?: string | undefined
}

export const readFunds = async (asked: Asked, { network, agent_key }: OnLedger): Promise<Funds> => {
  try {
    const side = await sideOf(network)
    const payer = await side.payer(network)
    const { findings, costs } = await payer.check({ ...asked, agent_key, account: side.account() })
    const [worst] = findings.map(fundsOf).toSorted((a, b) => WEIGHT.indexOf(a.is) - WEIGHT.indexOf(b.is))
    if (worst) return worst
    return costs
      ? { is: 'ready', fee_most: costs.fee, now: costs.available, left: costs.remains, reserve: costs.reserve }
      : { is: 'refused', because: 'signed_before' }
  } catch (failure) {
    if (failure instanceof LedgerUnavailableError) return { is: 'no_answer' }
    if (failure instanceof NoLedgerError) return { is: 'elsewhere' }
    throw failure
  }
}

/** The first of these that is found is said: what money can't solve comes before what it can. */
const WEIGHT: readonly Funds['is'][] = ['elsewhere', 'refused', 'cannot_receive', 'unfunded', 'short']

const DECIMALS = 7
const unitsOf = (text: string): bigint => {
  // With the fee, more may be needed than the ledger can carry.
  const parsed = parseAmount(text, { decimals: DECIMALS, max_units: 2n ** 64n })
  return parsed.ok ? parsed.units : 0n
}

export const fundsOf = (finding: Finding): Funds => {
  switch (finding.code) {
    case 'payer_not_funded':
      return { is: 'unfunded' }
    case 'balance_short': {
      const { asset, available, needed, reserve } = finding
      const missing = formatUnits(unitsOf(needed) - unitsOf(available), DECIMALS)
      return { is: 'short', asset, available, needed, missing, reserve }
    }
    case 'payee_not_funded':
    case 'payee_no_trustline':
    case 'payee_not_authorized':
    case 'payee_full':
      return { is: 'cannot_receive' }
    case 'not_payable':
      return finding.field === 'network' ? { is: 'elsewhere' } : { is: 'refused', because: finding.code }
    default:
      return { is: 'refused', because: finding.code }
  }
}
