/** Which programs call us? Both kinds of keys beside each other, then the keys of the kind that is open. */
import './keys.css'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { api } from '../client.ts'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Tabs } from '../frame/Tabs.tsx'
import { useAsksNew } from '../palette/use-asks-new.ts'
import { useSession } from '../session.ts'
import { KeyTable } from './KeyTable.tsx'
import { NewMerchantKey } from './NewMerchantKey.tsx'
import { NewProject, Projects } from './Projects.tsx'

const KINDS = ['merchant', 'project'] as const
type Kind = (typeof KINDS)[number]

export const ApiKeys = () => {
  const { t } = useTranslation()
  const role = useSession().data?.role
  const [query, setQuery] = useSearchParams()
  const [asks, setAsks] = useAsksNew()
  const open: Kind = query.get('kind') === 'project' ? 'project' : 'merchant'
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
        {KINDS.map((kind) => (
          <About key={kind} kind={kind} />
        ))}
      </section>
      <Tabs
        label={t('keys.kinds')}
        tabs={KINDS.map((name) => ({ name, title: t(`keys.${name}.title`) }))}
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
