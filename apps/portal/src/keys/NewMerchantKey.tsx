/** A merchant key: its scopes with what each opens, and when it ends. */
import type { MerchantKey } from '@countersign/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../client.ts'
import { Ticks } from '../frame/Ticks.tsx'
import { useServiceUrl } from '../frame/use-service-url.ts'
import { NewKey } from './NewKey.tsx'

type Scope = MerchantKey['scopes'][number]

const SCOPES = [
  ['payment_requests:read', 'requests'],
  ['webhooks:manage', 'webhooks'],
  ['connections:manage', 'connections'],
  ['recipients:read', 'recipients'],
  ['audit:read', 'audit'],
] as const satisfies readonly (readonly [Scope, string])[]
const EXPIRY_DAYS = { month: 30, quarter: 90, year: 365, never: undefined } as const
type Expiry = keyof typeof EXPIRY_DAYS
const DAY_MS = 86_400_000

const usesOf = (base_url: string, above: string) => (secret: string) => [
  {
    title: '.env',
    text: `COUNTERSIGN_MERCHANT_KEY=${above}`,
    copies: `COUNTERSIGN_MERCHANT_KEY=${secret}`,
  },
  {
    title: 'TypeScript',
    text: `import { createMerchantClient } from '@countersign/sdk'

const merchant = createMerchantClient({
  base_url: '${base_url}',
  merchant_key: process.env.COUNTERSIGN_MERCHANT_KEY,
})`,
  },
  {
    title: 'curl',
    text: `curl -H "Authorization: Bearer $COUNTERSIGN_MERCHANT_KEY" ${base_url}/v1/merchant/payment-requests`,
  },
]

export const NewMerchantKey = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const base_url = useServiceUrl()
  const [expiry, setExpiry] = useState<Expiry>('quarter')
  const [scopes, setScopes] = useState<readonly Scope[]>(['payment_requests:read'])
  const days = EXPIRY_DAYS[expiry]
  const create = (name: string) =>
    api.merchantKeys
      .create({
        name,
        scopes,
        ...(days !== undefined && { expires_at: new Date(Date.now() + days * DAY_MS).toISOString() }),
      })
      .then((answer) => answer)
  return (
    <NewKey
      title={t('keys.merchant.create')}
      create={create}
      uses={usesOf(base_url, t('keys.above'))}
      onClose={onClose}
      ready={scopes.length > 0}
    >
      <label className="field">
        <b>{t('keys.expires')}</b>
        <select value={expiry} onChange={({ target }) => setExpiry(target.value as Expiry)}>
          {(Object.keys(EXPIRY_DAYS) as Expiry[]).map((one) => (
            <option key={one} value={one}>
              {t(`keys.expiry.${one}`)}
            </option>
          ))}
        </select>
      </label>
      <Ticks
        legend={
          <>
            <b>{t('keys.scopes')}</b> <span className="muted">{t('keys.scopesLead')}</span>
          </>
        }
        options={SCOPES.map(([scope, word]) => ({
          value: scope,
          shown: (
            <>
              <span className="mono">{scope}</span>
              <span className="muted rows-note">{t(`keys.scope.${word}`)}</span>
            </>
          ),
        }))}
        chosen={scopes}
        onChange={setScopes}
      />
    </NewKey>
  )
}
