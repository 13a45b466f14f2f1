/** Policies in a list: those that ask for an answer, or all of one agent's. Each leads to its own page. */
import type { AutomationPolicy } from '@countersign/sdk'
import { AmountView } from '@countersign/ui/AmountView'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../client.ts'
import { offerOf } from './terms-of.ts'

const READ_MAX = 100

interface Props {
  /** Of this connection alone; else only those that ask, of all. */
  readonly connection_id?: string
}

export const PolicyRows = ({ connection_id }: Props) => {
  const { t } = useTranslation()
  const read = useQuery({
    queryKey: ['policies'],
    queryFn: () => api().automationPolicies.list().toArray({ limit: READ_MAX }),
  })
  const shown = (read.data ?? []).filter((policy) => {
    if (policy.status === 'withdrawn' || policy.status === 'draft') return false
    return connection_id === undefined ? offerOf(policy).can_agree : policy.connection_id === connection_id
  })
  if (shown.length === 0) return null
  return (
    <section className="group" aria-labelledby="policies">
      <header>
        <h2 id="policies">{t('policy.title.none')}</h2>
      </header>
      <ul className="card rows">
        {shown.map((policy) => (
          <Row key={policy.id} policy={policy} />
        ))}
      </ul>
    </section>
  )
}

const Row = ({ policy }: { readonly policy: AutomationPolicy }) => {
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
