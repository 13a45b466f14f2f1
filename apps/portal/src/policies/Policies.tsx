/** What is automatic? Every policy with its limits, how much is used, and whether wider limits wait for the payer. */
import type { AutomationPolicy } from '@pursestrings/sdk'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../client.ts'
import { dayOf } from '../frame/day.ts'
import { Code, Status } from '../frame/Facts.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Loading } from '../frame/Loading.tsx'
import './policies.css'

const FIRST_POLICY = 'pursestrings policies propose --project prj_… --name "Weekly groceries" --single 10 --total 100'

export const usePolicies = () =>
  useQuery({
    queryKey: ['policies'],
    queryFn: () => api.automationPolicies.list().toArray({ limit: 200 }),
  })

export const Policies = () => {
  const { t } = useTranslation()
  const list = usePolicies()
  const action = (
    <Link className="button" data-kind="primary" to="/policies/new">
      {t('policies.new')}
    </Link>
  )
  return (
    <div className="page">
      <Heading title={t('policies.title')} lead={t('policies.lead')} action={action} />
      <Loading of={list} />
      {list.data?.length === 0 && (
        <section className="card pad empty">
          <p>{t('policies.empty')}</p>
          <Code text={FIRST_POLICY} />
        </section>
      )}
      {list.data && list.data.length > 0 && (
        <section className="card">
          <table className="requests policies-list">
            <thead>
              <tr>
                {(['name', 'status', 'single', 'used', 'until'] as const).map((name) => (
                  <th key={name} scope="col" className={`is-${name}`}>
                    {t(`policies.columns.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {list.data.map((policy) => (
                <Row key={policy.id} policy={policy} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}

const Row = ({ policy }: { readonly policy: AutomationPolicy }) => {
  const { t } = useTranslation()
  const { id, name, status, proposed, single_tx_limit, cumulative_limit, used, asset, validity_window } = policy
  return (
    <tr>
      <td className="is-name">
        <Link to={`/policies/${id}`}>{name}</Link>
      </td>
      <td className="is-status">
        <Status of={status} /> {proposed && <span className="chip">{t('policies.proposed')}</span>}
      </td>
      <td className="is-single">{single_tx_limit === null ? '–' : `${single_tx_limit} ${asset}`}</td>
      <td className="is-used">{t('policies.usedOf', { used, limit: cumulative_limit ?? '–', asset })}</td>
      <td className="is-until muted">{validity_window ? dayOf(validity_window.to) : '–'}</td>
    </tr>
  )
}
