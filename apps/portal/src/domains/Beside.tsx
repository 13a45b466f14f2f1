/** What stands beside a domain's record: the time that is left, who depends on it, or how to publish it. */
import type { MerchantDomain, MerchantDomainsReadAnswer } from '@pursestrings/sdk'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../client.ts'
import { dayOf, momentOf } from '../frame/day.ts'
import { Code } from '../frame/Facts.tsx'
import { Loading } from '../frame/Loading.tsx'

export const Beside = ({ read }: { readonly read: MerchantDomainsReadAnswer }) => {
  const { t } = useTranslation()
  const { domain, challenge, payees_affected } = read
  const failing = domain.status === 'verified' && domain.failing_since !== null
  return (
    <div className="column">
      {(failing || domain.status === 'lapsed') && <Countdown domain={domain} count={payees_affected} />}
      {domain.status === 'verified' && <Payees domain={domain} />}
      {(failing || domain.status === 'lapsed') && (
        <section className="card pad">
          <h2>{t('domain.normal')}</h2>
          <p className="muted">{t('domain.normalMeans')}</p>
        </section>
      )}
      {domain.status === 'pending' && (
        <section className="card pad">
          <h2>{t('domain.about')}</h2>
          <dl className="facts-list">
            <div>
              <dt className="muted">{t('domain.method')}</dt>
              <dd>{t(`domains.methods.${domain.method}`)}</dd>
            </div>
            <div>
              <dt className="muted">{t('domain.challenge')}</dt>
              <dd>{t('domain.validUntil', { day: dayOf(challenge.expires_at) })}</dd>
            </div>
          </dl>
        </section>
      )}
      {domain.status !== 'verified' && domain.method === 'dns' && (
        <section className="card pad">
          <h2>{t('domain.provider')}</h2>
          <p className="muted">{t('domain.providerMeans')}</p>
        </section>
      )}
      {domain.status !== 'verified' && (
        <section className="card pad">
          <h2>{t('domain.command')}</h2>
          <Code text={`npx --no pursestrings domains verify ${domain.domain} --watch`} />
        </section>
      )}
    </div>
  )
}

const Countdown = ({ domain, count }: { readonly domain: MerchantDomain; readonly count: number }) => {
  const { t } = useTranslation()
  return (
    <section className="card pad">
      <h2>{t('domain.countdown')}</h2>
      <ol className="countdown">
        {domain.notices.map(({ kind, sent_at }) => (
          <li key={kind}>
            <StatusGlyph tone="look" glyph="alert" />
            <span>
              <b>{t(`domain.notices.${kind}`)}</b>
              <span className="muted">{t('domain.noticeMeans')}</span>
            </span>
            <time className="muted" dateTime={sent_at}>
              {momentOf(sent_at)}
            </time>
          </li>
        ))}
        {domain.lapses_at !== null && (
          <li>
            <StatusGlyph tone="idle" glyph="pause" />
            <span>
              <b>{t('domain.lapse')}</b>
              <span className="muted">{t('domain.lapseMeans', { count })}</span>
            </span>
            <time className="muted" dateTime={domain.lapses_at}>
              {momentOf(domain.lapses_at)}
            </time>
          </li>
        )}
      </ol>
    </section>
  )
}

const Payees = ({ domain }: { readonly domain: MerchantDomain }) => {
  const { t } = useTranslation()
  const list = useQuery({ queryKey: ['recipients'], queryFn: () => api.recipients.list().toArray({ limit: 100 }) })
  const mine = list.data?.filter((one) => one.domain === domain.domain) ?? []
  return (
    <section className="card">
      <h2 className="card-title">{t(domain.failing_since === null ? 'domain.affected' : 'domain.payees')}</h2>
      {!list.data ? (
        <Loading of={list} />
      ) : mine.length === 0 ? (
        <p className="muted card-title">{t('domain.none')}</p>
      ) : (
        <ul className="rows">
          {mine.map(({ recipient_id, name, active_version }) => (
            <li key={recipient_id}>
              <Link to={`/recipients/${recipient_id}`}>{name}</Link>
              <span className="muted">{t('recipients.requests', { count: active_version?.request_count ?? 0 })}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
