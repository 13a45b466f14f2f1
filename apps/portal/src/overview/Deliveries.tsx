/** Does each endpoint hear us, and since when not? 48 hours, a mark for each. */
import type { Overview } from '@pursestrings/sdk'
import { Strip } from '@pursestrings/ui/charts/Strip'
import { useTranslation } from 'react-i18next'
import { pathOf, useEndpoints } from './use-endpoints.ts'

export const Deliveries = ({ overview: { deliveries } }: { readonly overview: Overview }) => {
  const { t } = useTranslation()
  const endpoints = useEndpoints()
  return (
    <section className="card pad">
      <h2>
        {t('overview.health.title')} <span className="muted">{t('overview.health.hours')}</span>
      </h2>
      {deliveries.length === 0 && <p className="muted">{t('overview.health.none')}</p>}
      {deliveries.map((one) => (
        <Endpoint
          key={one.webhook_endpoint_id}
          of={one}
          path={pathOf(endpoints.data?.find((known) => known.webhook_endpoint_id === one.webhook_endpoint_id)?.url)}
        />
      ))}
    </section>
  )
}

const Endpoint = ({ of, path }: { readonly of: Overview['deliveries'][number]; readonly path: string }) => {
  const { t } = useTranslation()
  const [good, bad] = [sumOf(of, 'delivered'), sumOf(of, 'failed')]
  const part = good + bad === 0 ? undefined : Math.floor((1_000 * good) / (good + bad)) / 10
  const figures = [
    part === undefined ? t('overview.health.quiet') : t('overview.health.part', { part, n: good + bad }),
    of.p50_ms === null ? '' : t('overview.health.took', { n: Math.round(of.p50_ms) }),
    of.open === 0 ? '' : t('overview.health.open', { n: of.open }),
  ].filter((word) => word !== '')
  return (
    <div className="health">
      <p>
        <span className="mono">{path}</span>
        <span className={bad > 0 ? 'tone-stop' : 'muted'}>{figures.join(' · ')}</span>
      </p>
      <Strip
        label={t('overview.health.label', { path, good, bad })}
        show_table={t('overview.table')}
        head={[t('overview.when'), t('overview.health.delivered'), t('overview.health.failed')]}
        hours={of.hours.map(({ from, delivered, failed }) => ({
          name: new Date(from).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' }),
          good: delivered,
          bad: failed,
        }))}
      />
    </div>
  )
}

const sumOf = ({ hours }: Overview['deliveries'][number], name: 'delivered' | 'failed'): number =>
  hours.reduce((sum, hour) => sum + hour[name], 0)
