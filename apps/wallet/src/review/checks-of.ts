/** The four checks, as a payer would ask them: the address, who lists it, the amount, the money. Pure; nobody signed the answers. */
import type { Payment } from '../requests/payment.ts'
import type { PayeeOnRecord } from './record.ts'
import type { Funds, Review } from './review-of.ts'

export type CheckTone = 'proven' | 'idle' | 'look' | 'stop'

interface Toned<Of extends string, Is extends string> {
  readonly of: Of
  readonly tone: CheckTone
  readonly is: Is
}

export type AddressCheck = Toned<'address', 'changed' | 'same' | 'first'>
export type DomainCheck = Toned<'domain', 'unconfirmed' | 'listed' | 'verified'>
export type AmountCheck = Toned<'amount', 'none' | 'within' | 'above' | 'far_above'>
export type FundsCheck = Toned<'funds', 'waiting' | Funds['is']>
export type Check = AddressCheck | DomainCheck | AmountCheck | FundsCheck

interface Given {
  readonly payee: Payment['payee']
  readonly review: Review
  readonly record: PayeeOnRecord | undefined
  readonly funds: Funds | undefined
}

export const checksOf = (given: Given) =>
  [addressCheck(given), domainCheck(given), amountCheck(given), fundsCheck(given)] as const

const addressCheck = ({ review, record }: Given): AddressCheck => {
  const is = review.notices.some((one) => one.is === 'changed') ? 'changed' : review.here.length > 0 ? 'same' : 'first'
  if (record?.is === 'not_on_record' || record?.is === 'split_view') return { of: 'address', tone: 'stop', is }
  if (is !== 'same') return { of: 'address', tone: 'look', is }
  return { of: 'address', tone: record?.is === 'on_record' ? 'proven' : 'idle', is }
}

const domainCheck = ({ payee: { verified, evidence } }: Given): DomainCheck => {
  if (!verified) return { of: 'domain', tone: 'stop', is: 'unconfirmed' }
  return evidence ? { of: 'domain', tone: 'proven', is: 'listed' } : { of: 'domain', tone: 'idle', is: 'verified' }
}

const amountCheck = ({ review: { usual } }: Given): AmountCheck => {
  const is = usual?.is ?? 'none'
  return { of: 'amount', tone: is === 'far_above' ? 'look' : is === 'within' ? 'proven' : 'idle', is }
}

const fundsCheck = ({ funds }: Given): FundsCheck => {
  const is = funds?.is ?? 'waiting'
  return { of: 'funds', tone: is === 'ready' ? 'proven' : is === 'waiting' ? 'idle' : 'look', is }
}

/** How many a person should look at; undefined while something is still being asked. */
export const toLookAt = (checks: readonly Check[], record: PayeeOnRecord | undefined): number | undefined => {
  const count = checks.filter(({ tone }) => tone === 'look' || tone === 'stop').length
  const waits = record === undefined || record.is === 'pending' || checks.some(({ is }) => is === 'waiting')
  return count === 0 && waits ? undefined : count
}
