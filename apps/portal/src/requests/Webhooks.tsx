/** Has your server heard of it? The newest deliveries about this request; nothing where no endpoint was told. */
import type { PaymentRequest, WebhookDelivery } from '@pursestrings/sdk'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../client.ts'
import { Status } from '../frame/Facts.tsx'
import { lastResponse } from '../webhooks/Attempts.tsx'
import { lookOf } from '../webhooks/delivery-look.ts'
import { LOOK_AGAIN_MS } from '../webhooks/Standing.tsx'

const SHOWN = 6

export const Webhooks = ({ request: { request_id } }: { readonly request: PaymentRequest }) => {
  const { t } = useTranslation()
  const list = useQuery({
    queryKey: ['webhook', 'about', request_id],
    queryFn: async () => api.webhookDeliveries.list({ about: request_id, limit: SHOWN }).page(),
    refetchInterval: LOOK_AGAIN_MS,
  })
  const rows = list.data?.webhook_deliveries ?? []
  if (rows.length === 0) return null
  return (
    <section className="card pad">
      <h2>{t('nav.webhooks')}</h2>
      <ul className="told">
        {rows.map((row) => (
          <Told key={row.webhook_delivery_id} of={row} request_id={request_id} />
        ))}
      </ul>
    </section>
  )
}

const Told = ({ of, request_id }: { readonly of: WebhookDelivery; readonly request_id: string }) => {
  const { t } = useTranslation()
  const response = lastResponse(t, of)
  const at = `/webhooks/${of.webhook_endpoint_id}?about=${encodeURIComponent(request_id)}`
  return (
    <li>
      <Link className="mono" to={at}>
        {of.event_type}
      </Link>
      <span className="told-how">
        <Status of={lookOf(of)} />
        {response !== '' && <span className="muted">{response}</span>}
      </span>
    </li>
  )
}
