/**
 * What the ledger shows of a request that somebody may have paid from another wallet: never "paid" unless the payment is bound to
 * this request.
 */
import { useTranslation } from 'react-i18next'
import type { Payment } from '../requests/payment.ts'
import { ReviewNotice } from './ReviewNotice.tsx'

export const OnLedger = ({ settlement }: Pick<Payment, 'settlement'>) => {
  const { t } = useTranslation()
  const { assurance, ledger_match } = settlement
  const is =
    assurance === 'merchant_accepted' ? 'accepted' : assurance !== 'chain_observed' && ledger_match && 'unbound'
  if (!is) return null
  const [bold, rest] = [t(`paying.unproven.${is}.bold`), t(`paying.unproven.${is}.rest`)]
  const transaction = ledger_match?.transaction_hash ?? settlement.transaction_hash
  return (
    <>
      <ReviewNotice tone="look" icon="triangle" bold={bold} rest={rest} />
      {transaction !== undefined && <p className="paying-hash">{transaction.match(/.{1,4}/g)?.join(' ')}</p>}
    </>
  )
}
