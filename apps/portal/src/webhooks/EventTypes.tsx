/** What an endpoint is sent: everything, or the types that are ticked. */
import { WEBHOOK_EVENT_TYPES, type WebhookEndpoint } from '@countersign/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../client.ts'
import { useUpdate } from '../frame/Conflict.tsx'
import { Fault } from '../frame/Fault.tsx'

type Types = WebhookEndpoint['event_types']
type Name = NonNullable<Types>[number]
const NAMES = WEBHOOK_EVENT_TYPES as readonly Name[]
const GROUPS = Object.entries(Object.groupBy(NAMES, (name) => name.split('.')[0] ?? ''))

export const EventTypes = ({ endpoint, may }: { readonly endpoint: WebhookEndpoint; readonly may: boolean }) => {
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
