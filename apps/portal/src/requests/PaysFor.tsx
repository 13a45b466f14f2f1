/** The call that the payment is for, as the agent told it. No link: nobody checked what is there. */
import type { PaymentTerms } from '@pursestrings/sdk'
import { useTranslation } from 'react-i18next'
import { Fact } from '../frame/Facts.tsx'

export const PaysFor = ({ terms: { method, url, description } }: { readonly terms: PaymentTerms }) => {
  const { t } = useTranslation()
  return (
    <Fact name={t('request.paysFor')}>
      <bdi className="mono">
        {method} {url}
      </bdi>
      {description !== undefined && <bdi className="muted">{description}</bdi>}
      <span className="muted">{t('request.paysForSays')}</span>
    </Fact>
  )
}
