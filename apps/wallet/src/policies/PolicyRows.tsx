/** Policies in a list, each leading to its own page: all of one agent's, and for the inbox those that ask for an answer. */
import type { AutomationPolicy } from '@pursestrings/sdk'
import { AmountView } from '@pursestrings/ui/AmountView'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../client.ts'
import { offerOf } from './terms-of.ts'

const READ_MAX = 100

export const usePolicies = () =>
  useQuery({
    queryKey: ['policies'],
    queryFn: () => api().automationPolicies.list().toArray({ limit: READ_MAX }),
  })

const isLive = ({ status }: AutomationPolicy): boolean => status !== 'withdrawn' && status !== 'draft'
export const asksForConsent = (policy: AutomationPolicy): boolean => isLive(policy) && offerOf(policy).can_agree

export const PolicyRows = ({ connection_id }: { readonly connection_id: string }) => {
  const { t } = useTranslation()
  const shown = usePolicies().data?.filter((one) => isLive(one) && one.connection_id === connection_id) ?? []
  if (shown.length === 0) return null
  return (
    <section className="group" aria-labelledby="policies">
      <header>
        <h2 id="policies">{t('policy.title.none')}</h2>
      </header>
      <ul className="card rows">
        {shown.map((policy) => (
          <PolicyRow key={policy.id} policy={policy} />
        ))}
      </ul>
    </section>
  )
}

export const PolicyRow = ({ policy }: { readonly policy: AutomationPolicy }) => {
  const { t } = useTranslation()
  const { id, name, asset, single_tx_limit, status } = policy
  const asks = offerOf(policy).kind !== 'none'
  return (
    <li>
      <Link className="row" to={`/policies/${id}`}>
        <b>
          <bdi>{name}</bdi>
        </b>
        {single_tx_limit === null ? <span /> : <AmountView amount={single_tx_limit} asset={asset} />}
        <span className={asks ? 'tone-look' : 'muted'}>
          {t(asks ? 'policy.row.asks' : status === 'paused' ? 'policy.row.paused' : 'policy.row.active')}
        </span>
        <span className="muted">{t('policy.row.each')}</span>
      </Link>
    </li>
  )
}
