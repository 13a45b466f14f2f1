/** Which programs call us? Both kinds of keys beside each other, then the keys of the kind that is open. */
import type { MerchantKey } from '@pursestrings/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../client.ts'
import { Ticks } from '../frame/Ticks.tsx'
import { useModules, useServiceUrl } from '../frame/use-service.ts'
import { NewKey } from './NewKey.tsx'
import './keys.css'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Tabs } from '../frame/Tabs.tsx'
import { useAsksNew } from '../palette/use-asks-new.ts'
import { useSession } from '../session.ts'
import { KeyTable } from './KeyTable.tsx'
import { NewProject, Projects } from './Projects.tsx'

// A merchant key: its scopes with what each opens, and when it ends.

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
    text: `PURSESTRINGS_MERCHANT_KEY=${above}`,
    copies: `PURSESTRINGS_MERCHANT_KEY=${secret}`,
  },
  {
    title: 'TypeScript',
    text: `import { createMerchantClient } from '@pursestrings/sdk'

const merchant = createMerchantClient({
  base_url: '${base_url}',
  merchant_key: process.env.PURSESTRINGS_MERCHANT_KEY,
})`,
  },
  {
    title: 'curl',
    text: `curl -H "Authorization: Bearer $PURSESTRINGS_MERCHANT_KEY" ${base_url}/v1/payment-requests`,
  },
]

const NewMerchantKey = ({ onClose }: { readonly onClose: () => void }) => {
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

const KINDS = ['merchant', 'project'] as const
type Kind = (typeof KINDS)[number]

export const ApiKeys = () => {
  const { t } = useTranslation()
  const role = useSession().data?.role
  const [query, setQuery] = useSearchParams()
  const [asks, setAsks] = useAsksNew()
  const kinds = useModules() ? KINDS : (['project'] as const)
  const open: Kind = kinds.find((kind) => kind === query.get('kind')) ?? kinds[0]
  const may = open === 'merchant' ? role === 'owner' : role !== 'viewer'
  const close = () => setAsks(false)
  return (
    <div className="page">
      <Heading
        title={t('keys.title')}
        lead={t('keys.lead')}
        action={
          may && (
            <button type="button" className="button" data-kind="primary" onClick={() => setAsks(true)}>
              {t(`keys.${open}.create`)}
            </button>
          )
        }
      />
      <section className="key-kinds" aria-label={t('keys.kinds')}>
        {kinds.map((kind) => (
          <About key={kind} kind={kind} />
        ))}
      </section>
      <Tabs
        label={t('keys.kinds')}
        tabs={kinds.map((name) => ({ name, title: t(`keys.${name}.title`) }))}
        open={open}
        onOpen={(kind) => setQuery({ kind }, { replace: true })}
      >
        {open === 'merchant' ? <MerchantKeys may={may} /> : <Projects may={may} />}
      </Tabs>
      {asks && may && (open === 'merchant' ? <NewMerchantKey onClose={close} /> : <NewProject onClose={close} />)}
    </div>
  )
}

const About = ({ kind }: { readonly kind: Kind }) => {
  const { t } = useTranslation()
  return (
    <div className="card pad">
      <h2>{t(`keys.${kind}.title`)}</h2>
      <p>{t(`keys.${kind}.what`)}</p>
      <p className="muted">{t(`keys.${kind}.not`)}</p>
      <dl className="key-facts">
        <dt className="muted">{t(`keys.${kind}.sent`)}</dt>
        <dd className="mono">{t(`keys.${kind}.header`)}</dd>
      </dl>
      <p className="muted">{t(`keys.${kind}.who`)}</p>
    </div>
  )
}

const MerchantKeys = ({ may }: { readonly may: boolean }) => {
  const { t } = useTranslation()
  const list = useQuery({
    queryKey: ['keys', 'merchant'],
    queryFn: () => api.merchantKeys.list().toArray({ limit: 200 }),
  })
  if (list.error) return <Fault error={list.error} onAgain={() => void list.refetch()} />
  return (
    <section className="card" aria-busy={list.isPending}>
      {list.data && (
        <KeyTable
          may={may}
          empty={t('keys.merchant.empty')}
          keys={list.data.map((key) => ({
            ...key,
            id: key.merchant_key_id,
            hint: `svc_mkey_ … ${key.last_four}`,
            ended: key.revoked_at !== null || (key.expires_at !== null && Date.parse(key.expires_at) <= Date.now()),
            revoke: () => api.merchantKeys.revoke(key.merchant_key_id),
          }))}
        />
      )}
    </section>
  )
}
