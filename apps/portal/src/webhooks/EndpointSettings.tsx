/** Where an endpoint is, the secret that signs for it, and its end. */
import type { WebhookEndpoint } from '@pursestrings/sdk'
import { Field } from '@pursestrings/ui/Field'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { api, queries } from '../client.ts'
import { useUpdate } from '../frame/Conflict.tsx'
import { Confirm, Dialog } from '../frame/Dialog.tsx'
import { Copy } from '../frame/Facts.tsx'
import { Fault } from '../frame/Fault.tsx'
import { EndpointSecret } from './EndpointSecret.tsx'

interface Props {
  readonly endpoint: WebhookEndpoint
  readonly may: boolean
}

export const EndpointSettings = ({ endpoint, may }: Props) => {
  const { t } = useTranslation()
  return (
    <div className="webhook-form">
      {may && (
        <>
          <Address endpoint={endpoint} />
          <Rotate endpoint={endpoint} />
          <Stop endpoint={endpoint} />
        </>
      )}
      <p className="muted">
        {t('webhook.id')} <span className="mono">{endpoint.webhook_endpoint_id}</span>{' '}
        <Copy value={endpoint.webhook_endpoint_id} what={t('webhook.id')} />
      </p>
    </div>
  )
}

const Address = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) => {
  const { t } = useTranslation()
  const { webhook_endpoint_id: id, version } = endpoint
  const [url, setUrl] = useState(endpoint.url)
  const [description, setDescription] = useState(endpoint.description ?? '')
  const update = useUpdate({
    saved: { values: endpoint, version },
    read: () =>
      api.webhookEndpoints.read(id).then(({ webhook_endpoint: now }) => ({ values: now, version: now.version })),
    write: (mine, at) =>
      api.webhookEndpoints
        .update(id, {
          // The same address, sent again, would have to be verified again.
          ...(mine.url !== endpoint.url && { url: mine.url }),
          description: mine.description,
          version: at,
        })
        .then((answer) => answer),
    rows: {
      url: { label: t('webhooks.url') },
      description: { label: t('webhooks.description'), show: (value) => value ?? '' },
    },
    onDone: (now) => {
      setUrl(now.url)
      setDescription(now.description ?? '')
    },
  })
  return (
    <form
      className="stack-form"
      onSubmit={(event) => {
        event.preventDefault()
        update.mutate({ url: url.trim(), description: description.trim() === '' ? null : description.trim() })
      }}
    >
      <h2>{t('webhook.address')}</h2>
      <Field
        label={t('webhooks.url')}
        hint={t('webhook.addressNote')}
        type="url"
        required
        maxLength={2000}
        value={url}
        onChange={setUrl}
      />
      <Field label={t('webhooks.description')} maxLength={120} value={description} onChange={setDescription} />
      {update.error ? <Fault error={update.error} /> : null}
      {update.conflict}
      <button type="submit" className="button" disabled={update.isPending}>
        {t('webhook.saveAddress')}
      </button>
    </form>
  )
}

const Rotate = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) => {
  const { t } = useTranslation()
  const [asks, setAsks] = useState(false)
  const { webhook_endpoint_id: id, previous_secret_until: until } = endpoint
  const rotate = useMutation({
    mutationFn: async () => api.webhookEndpoints.rotateSecret(id),
    gcTime: 0,
    meta: { confirms: t('webhook.rotate') },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhook'] }),
  })
  const close = () => {
    setAsks(false)
    rotate.reset()
  }
  return (
    <section className="stack-form">
      <h2>{t('webhook.rotate')}</h2>
      <p className="muted">
        {until === null ? t('webhook.rotateLead') : t('webhook.previous', { at: new Date(until).toLocaleString() })}
      </p>
      <button type="button" className="button" onClick={() => setAsks(true)}>
        {t('webhook.rotate')}
      </button>
      {rotate.data && <EndpointSecret secret={rotate.data.secret} onSaved={close} />}
      {asks && !rotate.data && (
        <Dialog
          title={t('webhook.rotateTitle')}
          onClose={close}
          onSubmit={() => rotate.mutate()}
          foot={
            <>
              <button type="button" className="button" onClick={close}>
                {t('dialog.cancel')}
              </button>
              <button type="submit" className="button" data-kind="primary" disabled={rotate.isPending}>
                {t('webhook.rotate')}
              </button>
            </>
          }
        >
          <p>{t('webhook.rotateLead')}</p>
          {rotate.error ? <Fault error={rotate.error} /> : null}
        </Dialog>
      )}
    </section>
  )
}

const Stop = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [asks, setAsks] = useState<'off' | 'delete'>()
  const { webhook_endpoint_id: id, version, status } = endpoint
  const close = () => setAsks(undefined)
  const again = () => queries.invalidateQueries()
  return (
    <section className="stack-form">
      <h2>{t('webhook.stop')}</h2>
      <p className="muted">{t('webhook.stopLead')}</p>
      <p className="heading-actions">
        {status === 'active' && (
          <button type="button" className="button" onClick={() => setAsks('off')}>
            {t('webhook.turnOff')}
          </button>
        )}
        <button type="button" className="button" data-kind="stop" onClick={() => setAsks('delete')}>
          {t('webhook.delete')}
        </button>
      </p>
      {asks === 'off' && (
        <Confirm
          title={t('webhook.turnOffTitle')}
          verb={t('webhook.turnOff')}
          run={() => api.webhookEndpoints.update(id, { status: 'disabled', version }).then(again)}
          onClose={close}
        >
          <p>{t('webhook.turnOffLead')}</p>
        </Confirm>
      )}
      {asks === 'delete' && (
        <Confirm
          title={t('webhook.deleteTitle')}
          verb={t('webhook.delete')}
          run={() => api.webhookEndpoints.delete(id).then(() => void navigate('/webhooks', { replace: true }))}
          onClose={close}
        >
          <p>{t('webhook.deleteLead')}</p>
        </Confirm>
      )}
    </section>
  )
}
