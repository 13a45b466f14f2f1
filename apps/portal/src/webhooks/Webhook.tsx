/** Does my endpoint hear us? How it stands, every delivery with its tries, and what can be done about it. */
import { WEBHOOK_EVENT_TYPES, type WebhookEndpoint, type WebhookEndpointsReadAnswer } from '@pursestrings/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queries } from '../client.ts'
import { Beyond } from '../frame/Beyond.tsx'
import { useUpdate } from '../frame/Conflict.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Loading } from '../frame/Loading.tsx'
import './webhooks.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { Code, Status } from '../frame/Facts.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Tabs } from '../frame/Tabs.tsx'
import { useModules } from '../frame/use-service.ts'
import { useSession } from '../session.ts'
import { Deliveries } from './Deliveries.tsx'
import { EndpointSettings } from './EndpointSettings.tsx'
import { LOOK_AGAIN_MS, Standing } from './Standing.tsx'

// What an endpoint is sent: everything, or the types that are ticked.

type Types = WebhookEndpoint['event_types']
type Name = NonNullable<Types>[number]
const NAMES = WEBHOOK_EVENT_TYPES as readonly Name[]
const GROUPS = Object.entries(Object.groupBy(NAMES, (name) => name.split('.')[0] ?? ''))

const EventTypes = ({ endpoint, may }: { readonly endpoint: WebhookEndpoint; readonly may: boolean }) => {
  const { t } = useTranslation()
  const { webhook_endpoint_id: id, version } = endpoint
  const [types, setTypes] = useState<Types>(endpoint.event_types)
  const update = useUpdate({
    saved: { values: endpoint, version },
    read: () =>
      api.webhookEndpoints.read(id).then(({ webhook_endpoint: now }) => ({ values: now, version: now.version })),
    write: ({ event_types }, at) =>
      api.webhookEndpoints.update(id, { event_types, version: at }).then((answer) => answer),
    rows: {
      event_types: {
        label: t('webhook.tabs.types'),
        show: (value) => value?.join(', ') ?? t('webhooks.all'),
      },
    },
    onDone: (now) => setTypes(now.event_types),
  })
  return (
    <form
      className="webhook-form"
      onSubmit={(event) => {
        event.preventDefault()
        update.mutate({ event_types: types })
      }}
    >
      <fieldset className="stack" disabled={!may}>
        <legend className="visually-hidden">{t('webhook.typesLead')}</legend>
        {([null, NAMES] as const).map((value) => (
          <label key={String(value === null)} className="choice-row">
            <input
              type="radio"
              name="types"
              checked={(types === null) === (value === null)}
              onChange={() => setTypes(value && (endpoint.event_types ?? NAMES))}
            />
            {t(value === null ? 'webhook.typesAll' : 'webhook.typesSome')}
          </label>
        ))}
        {types !== null && (
          <div className="type-groups">
            {GROUPS.map(([group, names = []]) => (
              <fieldset key={group} className="ticked">
                <legend className="mono">
                  <b>{group}</b>
                </legend>
                {names.map((name) => (
                  <label key={name}>
                    <input
                      type="checkbox"
                      checked={types.includes(name)}
                      onChange={({ target }) =>
                        setTypes(target.checked ? [...types, name] : types.filter((one) => one !== name))
                      }
                    />
                    <span className="mono">{name.slice(group.length + 1)}</span>
                  </label>
                ))}
              </fieldset>
            ))}
          </div>
        )}
      </fieldset>
      {update.error ? <Fault error={update.error} /> : null}
      {update.conflict}
      {may && (
        <button type="submit" className="button" disabled={update.isPending || types?.length === 0}>
          {t('webhook.saveTypes')}
        </button>
      )}
    </form>
  )
}

/** An endpoint as people tell it apart: by its path, or by its host where it has none. */
const endpointName = (url: string): string => {
  const { host, pathname } = new URL(url)
  return pathname === '/' ? host : pathname
}

/** Without modules, an endpoint stays as it was made. */
const TABS = ['deliveries', 'types', 'settings'] as const

export const Webhook = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const may = useSession().data?.role !== 'viewer'
  const [tab, setTab] = useState<(typeof TABS)[number]>('deliveries')
  const tabs = useModules() ? TABS : TABS.slice(0, 1)
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
      <Loading of={read} as="card" lines={6} />
      {read.data && (
        <>
          <Top of={read.data} may={may} />
          <section className="card webhook-card">
            <Tabs
              label={t('webhook.tabs.label')}
              tabs={tabs.map((name) => ({ name, title: t(`webhook.tabs.${name}`) }))}
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
  while ((await api.webhookDeliveries.redeliver({ webhook_endpoint_id: id, since })).redelivered > 0);
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
            <Beyond>
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
            </Beyond>
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
