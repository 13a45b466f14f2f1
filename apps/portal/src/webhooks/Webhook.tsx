/** Does my endpoint hear us? How it stands, every delivery with its tries, and what can be done about it. */
import './webhooks.css'
import type { WebhookEndpoint, WebhookEndpointsReadAnswer } from '@countersign/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { api, queries } from '../client.ts'
import { Code } from '../frame/Code.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Status } from '../frame/Status.tsx'
import { Tabs } from '../frame/Tabs.tsx'
import { useSession } from '../session.ts'
import { Deliveries } from './Deliveries.tsx'
import { EndpointSettings } from './EndpointSettings.tsx'
import { EventTypes } from './EventTypes.tsx'
import { endpointName } from './endpoint-name.ts'
import { LOOK_AGAIN_MS, Standing } from './Standing.tsx'

const TABS = ['deliveries', 'types', 'settings'] as const

export const Webhook = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const may = useSession().data?.role !== 'viewer'
  const [tab, setTab] = useState<(typeof TABS)[number]>('deliveries')
  const read = useQuery({
    queryKey: ['webhook', id],
    queryFn: () => api.webhookEndpoints.read(id).then((answer) => answer),
    refetchInterval: LOOK_AGAIN_MS,
  })
  return (
    <div className="page">
      <Link className="crumb" to="/webhooks">
        {t('webhooks.title')}
      </Link>
      {read.error ? <Fault error={read.error} onAgain={() => void read.refetch()} /> : null}
      {read.data && (
        <>
          <Top of={read.data} may={may} />
          <section className="card webhook-card">
            <Tabs
              label={t('webhook.tabs.label')}
              tabs={TABS.map((name) => ({ name, title: t(`webhook.tabs.${name}`) }))}
              open={tab}
              onOpen={setTab}
            >
              {tab === 'deliveries' && <Deliveries endpoint={read.data.webhook_endpoint} may={may} />}
              {tab === 'types' && <EventTypes endpoint={read.data.webhook_endpoint} may={may} />}
              {tab === 'settings' && <EndpointSettings endpoint={read.data.webhook_endpoint} may={may} />}
            </Tabs>
          </section>
        </>
      )}
    </div>
  )
}

/** Deliveries are kept for thirty days; what is older is not there to be sent. */
const KEPT_MS = 31 * 86_400_000

/** A call takes on so many; it is made until nothing is left. */
const recoverAll = async (id: string): Promise<void> => {
  const since = new Date(Date.now() - KEPT_MS).toISOString()
  while ((await api.webhookEndpoints.recover(id, { since })).recovered > 0);
}

const Top = ({ of, may }: { readonly of: WebhookEndpointsReadAnswer; readonly may: boolean }) => {
  const { t } = useTranslation()
  const { webhook_endpoint: endpoint, counts } = of
  const { url, status, webhook_endpoint_id: id } = endpoint
  const again = () => queries.invalidateQueries()
  const test = useMutation({ mutationFn: async () => api.webhookEndpoints.test(id), onSettled: again })
  const recover = useMutation({ mutationFn: () => recoverAll(id), onSettled: again })
  const missed = counts.held + counts.failed
  const error = test.error ?? recover.error
  return (
    <>
      <Heading
        title={endpointName(url)}
        shown={
          <>
            {endpointName(url)} <Status of={status} />
          </>
        }
        lead={url}
        action={
          may &&
          status === 'active' && (
            <div className="heading-actions">
              <button type="button" className="button" disabled={test.isPending} onClick={() => test.mutate()}>
                {t('webhook.test')}
              </button>
              {missed > 0 && (
                <button
                  type="button"
                  className="button"
                  data-kind="primary"
                  disabled={recover.isPending}
                  onClick={() => recover.mutate()}
                >
                  {t(counts.failed > 0 ? 'webhook.missed' : 'webhook.held', { count: missed })}
                </button>
              )}
            </div>
          )
        }
      />
      {error ? <Fault error={error} /> : null}
      {status === 'pending_verification' ? <Verify endpoint={endpoint} may={may} /> : <Standing of={of} may={may} />}
    </>
  )
}

const Verify = ({ endpoint, may }: { readonly endpoint: WebhookEndpoint; readonly may: boolean }) => {
  const { t } = useTranslation()
  const verify = useMutation({
    mutationFn: async () => api.webhookEndpoints.verify(endpoint.webhook_endpoint_id),
    onSettled: () => queries.invalidateQueries(),
  })
  return (
    <section className="card pad">
      <h2>{t('webhook.verifyTitle')}</h2>
      <p className="muted">{t('webhook.verifyLead')}</p>
      <Code text={t('webhook.verifyBody')} />
      {verify.error ? <Fault error={verify.error} /> : null}
      {may && (
        <p>
          <button
            type="button"
            className="button"
            data-kind="primary"
            disabled={verify.isPending}
            onClick={() => verify.mutate()}
          >
            {t('webhook.verify')}
          </button>
        </p>
      )}
    </section>
  )
}
