/**
 * Decides whether the way to a wallet may be shown: the service's SEP-7 address is not signed itself, so it must say what
 * the signed facts say.
 */
import { FactsMismatchError, type PaymentFacts, type PaymentRequest } from '@countersign/sdk'

const STELLAR_PAY = 'web+stellar:pay?'

const PARAMETERS = 'destination amount asset_code asset_issuer memo memo_type network_passphrase'.split(' ')

/** Nothing twice, and nothing that sends the payment or its signature elsewhere. */
const isPlain = (names: readonly string[]): boolean =>
  new Set(names).size === names.length && names.every((name) => PARAMETERS.includes(name))

/** Undefined where the request has none. */
export const handOffUri = ({ handoff }: PaymentRequest, { payment }: PaymentFacts): string | undefined => {
  if (!handoff) return undefined
  const { uri } = handoff
  const said = new URLSearchParams(uri.slice(STELLAR_PAY.length).replaceAll('+', '%2B'))
  const same =
    uri.startsWith(STELLAR_PAY) &&
    said.get('destination') === payment.to &&
    said.get('amount') === payment.amount &&
    said.get('asset_issuer') === (payment.issuer ?? null) &&
    said.get('asset_code') === (payment.issuer === undefined ? null : payment.asset) &&
    said.get('memo') === memoIn(payment.memo) &&
    isPlain([...said.keys()])
  if (!same) throw new FactsMismatchError('facts', 'The wallet hand-off names another payment than the signed facts.')
  return uri
}

/** As SEP-7 writes a recipient's memo: `id:` by its number, `hash:` in base64, the rest as it is. */
const memoIn = (memo: string | undefined): string | null => {
  if (memo === undefined) return null
  if (memo.startsWith('hash:')) return Buffer.from(memo.slice(5), 'hex').toString('base64')
  return memo.replace(/^id:/, '')
}
