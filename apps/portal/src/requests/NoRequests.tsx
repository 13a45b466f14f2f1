/** Before the first request: the call that makes it. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Code } from '../frame/Facts.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Tabs } from '../frame/Tabs.tsx'
import { useServiceUrl } from '../frame/use-service.ts'
import { LiveDot } from '../live/Live.tsx'
import { FIRST_REQUEST } from './first-request.ts'

// The call that makes a first request, for a terminal, a program and plain HTTP. Each does the same, and none of them pays.

const SAMPLES = ['cli', 'typescript', 'curl'] as const
type Sample = (typeof SAMPLES)[number]

const sampleOf = (base_url: string): Readonly<Record<Sample, string>> => ({
  cli: FIRST_REQUEST,
  typescript: `import { createAgentClient } from '@pursestrings/sdk'

const agent = createAgentClient({
  base_url: '${base_url}',
  agent_id: process.env.AGENT_ID,
  kid: process.env.AGENT_KID,
  private_key: process.env.AGENT_KEY,
  connection_token: process.env.CONNECTION_TOKEN,
})
await agent.requestPayment({
  task_ref: 'order-1',
  recipient_id: process.env.RECIPIENT_ID,
  recipient_version_id: process.env.RECIPIENT_VERSION_ID,
  amount: '12.5',
})`,
  curl: `curl ${base_url}/v1/payment-requests \\
  -H "Authorization: Bearer $CONNECTION_TOKEN" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: order-1" \\
  -d '{
    "recipient_id": "'$RECIPIENT_ID'",
    "recipient_version_id": "'$RECIPIENT_VERSION_ID'",
    "payment": { "amount": "12.5" },
    "policy": { "requires_user_approval": true }
  }'`,
})

const KEPT = 'sample'

const keptSample = (): Sample => SAMPLES.find((name) => name === localStorage.getItem(KEPT)) ?? 'cli'

export const NoRequests = () => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(keptSample)
  const [copied, setCopied] = useState(false)
  const text = sampleOf(useServiceUrl())[open]
  const choose = (name: Sample) => {
    localStorage.setItem(KEPT, name)
    setCopied(false)
    setOpen(name)
  }
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <div className="page">
      <Heading title={t('requests.title')} action={<LiveDot />} />
      <section className="card no-requests">
        <div>
          <h2>{t('requests.empty.title')}</h2>
          <p className="muted">{t('requests.empty.lead')}</p>
          <p className="no-requests-actions">
            <button type="button" className="button" data-kind="primary" onClick={() => void copy()}>
              {t(copied ? 'copy.done' : 'requests.empty.copy')}
            </button>
            <a className="button" href="/docs/guides/quickstart-agent/">
              {t('requests.empty.guide')}
            </a>
          </p>
        </div>
        <Tabs
          label={t('requests.empty.as')}
          tabs={SAMPLES.map((name) => ({ name, title: t(`requests.empty.${name}`) }))}
          open={open}
          onOpen={choose}
        >
          <Code text={text} />
        </Tabs>
      </section>
    </div>
  )
}
