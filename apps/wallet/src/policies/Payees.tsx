/** Everybody who could be paid without asking, each with its whole address. */
import { AddressView } from '@pursestrings/ui/AddressView'
import { useTranslation } from 'react-i18next'
import type { Offer } from './terms-of.ts'

export const Payees = ({ offer: { payees, dropped } }: { readonly offer: Offer }) => {
  const { t } = useTranslation()
  return (
    <section className="review-card">
      <h2>{t('policy.payees')}</h2>
      <ul className="policy-payees">
        {payees.map(({ payee: { recipient_id, name, domain, address, memo }, added }) => (
          <li key={`${recipient_id}${address ?? ''}`}>
            <p>
              <b>
                <bdi>{name ?? recipient_id}</bdi>
              </b>{' '}
              {added && <span className="chip is-added">{t('policy.added')}</span>}
            </p>
            {domain !== undefined && (
              <p className="muted">
                <bdi>{domain}</bdi>
              </p>
            )}
            {address === undefined ? (
              <p className="tone-look">{t('policy.unpayable')}</p>
            ) : (
              <AddressView address={address} />
            )}
            {memo !== undefined && (
              <p>
                {t('policy.memo')} <bdi className="mono">{memo}</bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
      {dropped.length > 0 && (
        <>
          <h2>{t('policy.dropped')}</h2>
          <ul className="policy-payees muted">
            {dropped.map(({ recipient_id, name, address }) => (
              <li key={`${recipient_id}${address ?? ''}`}>
                <bdi>{name ?? recipient_id}</bdi>
                {address !== undefined && <AddressView address={address} />}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
