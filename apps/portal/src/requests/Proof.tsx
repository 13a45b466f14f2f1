/** How sure is it? What has been proven of this request, and by whom; what has not is left out. */
import type { PaymentRequest } from '@countersign/sdk'
import { StatusGlyph } from '@countersign/ui/StatusBadge'
import { useTranslation } from 'react-i18next'
import { useFactsChecked } from './check-facts.ts'

export const Proof = ({ request }: { readonly request: PaymentRequest }) => {
  const { t } = useTranslation()
  const { payee, settlement } = request
  const facts = useFactsChecked(request).data !== undefined
  const proven = [
    facts && { what: t('proof.facts'), how: t('proof.factsHow') },
    settlement.decision === 'device_signed' && { what: t('proof.decision'), how: t('proof.decisionHow') },
    payee.verified && { what: t('proof.payee'), how: payee.domain },
    settlement.assurance === 'chain_observed' && { what: t('proof.ledger'), how: t('proof.ledgerHow') },
  ].filter((one) => one !== false)
  return (
    <section className="card pad">
      <h2>{t('proof.title')}</h2>
      <ul className="who-says">
        {proven.map(({ what, how }) => (
          <li key={what}>
            <StatusGlyph tone="proven" glyph="tick" filled />
            <div>
              <p>{what}</p>
              <p className="muted">{how}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
