/** What to publish to prove a domain, or to put back. */
import type { DomainChallenge, MerchantDomain } from '@countersign/sdk'
import { useTranslation } from 'react-i18next'
import { Copy } from '../frame/Copy.tsx'
import { isMissing } from './use-watch.ts'

interface Props {
  readonly domain: MerchantDomain
  readonly challenge: DomainChallenge
}

export const Publish = ({ domain, challenge }: Props) => {
  const { t } = useTranslation()
  const back = domain.status !== 'pending' && isMissing(domain)
  const rows =
    domain.method === 'dns'
      ? ([
          ['type', 'TXT'],
          ['name', challenge.location],
          ['value', challenge.value],
        ] as const)
      : ([
          ['url', challenge.location],
          ['content', challenge.value],
        ] as const)
  return (
    <section className="card">
      <h2 className="card-title">
        {t(`domain.${back ? 'putBack' : 'publish'}.${domain.method}`)}{' '}
        {!back && <span className="muted">{t('domain.keep')}</span>}
      </h2>
      <dl className="copy-fields">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="muted">{t(`domain.${name}`)}</dt>
            <dd>
              <span className="mono">{value}</span>
              <Copy value={value} what={t(`domain.${name}`)} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
