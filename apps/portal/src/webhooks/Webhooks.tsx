/** Which endpoints hear us? Each with how it stands; a new one shows its secret once and is then verified on its page. */
import { Field } from '@pursestrings/ui/Field'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { api, queries } from '../client.ts'
import { Dialog, DialogButtons } from '../frame/Dialog.tsx'
import { Code, Rows } from '../frame/Facts.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Loading } from '../frame/Loading.tsx'
import { useAsksNew } from '../palette/use-asks-new.ts'
import { useSession } from '../session.ts'
import { EndpointSecret } from './EndpointSecret.tsx'

export const Webhooks = () => {
  const { t } = useTranslation()
  const may = useSession().data?.role !== 'viewer'
  const [asks, setAsks] = useAsksNew()
  const list = useQuery({
    queryKey: ['webhooks'],
    queryFn: () => api.webhookEndpoints.list().toArray({ limit: 100 }),
  })
  return (
    <div className="page">
      <Heading
        title={t('webhooks.title')}
        lead={t('webhooks.lead')}
        action={
          may && (
            <button type="button" className="button" data-kind="primary" onClick={() => setAsks(true)}>
              {t('webhooks.add')}
            </button>
          )
        }
      />
      <Loading of={list} />
      <Rows
        rows={list.data?.map(({ webhook_endpoint_id, url, status, failing_since, description, event_types }) => ({
          to: `/webhooks/${webhook_endpoint_id}`,
          name: url,
          look: status === 'active' && failing_since !== null ? 'notArriving' : status,
          note: [
            description,
            event_types === null ? t('webhooks.all') : t('webhooks.types', { count: event_types.length }),
          ]
            .filter((one) => one !== null)
            .join(' · '),
        }))}
      />
      {list.data?.length === 0 && (
        <section className="card pad">
          <p>{t('webhooks.empty')}</p>
          <p className="muted">{t('webhooks.emptyCall')}</p>
          <Code text="npx --no pursestrings webhooks create --url https://shop.example/webhooks" />
        </section>
      )}
      {asks && may && <NewEndpoint onClose={() => setAsks(false)} />}
    </div>
  )
}

const NewEndpoint = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [url, setUrl] = useState('')
  const [description, setDescription] = useState('')
  const add = useMutation({
    mutationFn: async () =>
      api.webhookEndpoints.create({
        url: url.trim(),
        description: description.trim() === '' ? null : description.trim(),
      }),
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  })
  if (add.data) {
    const { secret, webhook_endpoint } = add.data
    return (
      <EndpointSecret
        secret={secret}
        onSaved={() => void navigate(`/webhooks/${webhook_endpoint.webhook_endpoint_id}`)}
      />
    )
  }
  return (
    <Dialog
      title={t('webhooks.add')}
      onClose={onClose}
      onSubmit={() => add.mutate()}
      foot={
        <DialogButtons onClose={onClose} disabled={add.isPending}>
          {t('webhooks.add')}
        </DialogButtons>
      }
    >
      <Field
        label={t('webhooks.url')}
        hint={t('webhooks.urlHint')}
        type="url"
        required
        maxLength={2000}
        placeholder="https://shop.example/webhooks"
        value={url}
        onChange={setUrl}
      />
      <Field
        label={t('webhooks.description')}
        hint={t('webhooks.descriptionHint')}
        maxLength={120}
        value={description}
        onChange={setDescription}
      />
      {add.error ? <Fault error={add.error} /> : null}
    </Dialog>
  )
}
