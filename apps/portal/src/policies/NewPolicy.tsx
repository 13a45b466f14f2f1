/** Proposes a policy for one connection. It permits nothing until the payer agrees in the wallet. */

import { Field } from '@pursestrings/ui/Field'
import { networkName } from '@pursestrings/ui/network-name'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { api, queries } from '../client.ts'
import { dayOf } from '../frame/day.ts'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Skeleton } from '../frame/Skeleton.tsx'
import { LimitFields } from './LimitFields.tsx'
import { dayIn, filled, type Limits } from './limits.ts'
import { useRecipients } from './use-payees.ts'
import './policies.css'

const EMPTY: Limits = { single: '', total: '', until: dayIn(90), payees: [] }

export const useProjects = () =>
  useQuery({ queryKey: ['projects'], queryFn: () => api.projects.list().toArray({ limit: 100 }) })

const useConnections = () =>
  useQuery({
    queryKey: ['connections', 'active'],
    queryFn: () => api.connections.list({ status: 'active' }).toArray({ limit: 100 }),
  })

/** What is paid in, as one choice. */
const assetOf = ({ network, asset }: { readonly network: string; readonly asset: string }) => `${asset} ${network}`

export const NewPolicy = () => {
  const { t } = useTranslation()
  const [projects, connections, recipients] = [useProjects(), useConnections(), useRecipients()]
  const error = projects.error ?? connections.error ?? recipients.error
  const payable = recipients.data?.filter(({ active_version }) => active_version !== null)
  const lacks =
    (projects.data?.length === 0 && 'project') ||
    (connections.data?.length === 0 && 'connection') ||
    (payable?.length === 0 && 'payee')
  return (
    <div className="page">
      <Link className="crumb" to="/policies">
        {t('policies.title')}
      </Link>
      <Heading title={t('policyNew.title')} lead={t('policyNew.lead')} />
      {error ? <Fault error={error} /> : null}
      {!error && !lacks && !(projects.data && connections.data && payable) && <Skeleton as="card" lines={8} />}
      {lacks && (
        <section className="card pad empty">
          <p>{t(`policyNew.lacks.${lacks}`)}</p>
        </section>
      )}
      {!lacks && projects.data && connections.data && payable && (
        <Form
          projects={projects.data.map(({ project_id, name }) => [project_id, name])}
          connections={connections.data.map(({ connection_id, source, created_at }) => [
            connection_id,
            t('policyNew.connectionOf', {
              agent: source.agent_name,
              date: dayOf(created_at),
              end: connection_id.slice(-6),
            }),
          ])}
          payees={payable.flatMap(({ recipient_id, name, active_version: version }) =>
            version ? [{ id: recipient_id, name, network: version.network, asset: version.asset }] : [],
          )}
        />
      )}
    </div>
  )
}

type Choice = readonly [value: string, name: string]
type Network = Parameters<typeof api.automationPolicies.create>[0]['network']

interface Props {
  readonly projects: readonly Choice[]
  readonly connections: readonly Choice[]
  readonly payees: readonly { id: string; name: string; network: Network; asset: string }[]
}

const Form = ({ projects, connections, payees }: Props) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const assets = [...new Map(payees.map((payee) => [assetOf(payee), payee])).values()]
  const [project_id, setProject] = useState(projects[0]?.[0] ?? '')
  const [connection_id, setConnection] = useState(connections[0]?.[0] ?? '')
  const [paidIn, setPaidIn] = useState(assets[0] ? assetOf(assets[0]) : '')
  const [name, setName] = useState('')
  const [limits, setLimits] = useState(EMPTY)
  const { network = 'stellar_testnet', asset = '' } = assets.find((one) => assetOf(one) === paidIn) ?? {}
  const propose = useMutation({
    mutationFn: () =>
      api.automationPolicies
        .create({
          project_id,
          connection_id,
          name: name.trim(),
          network,
          asset,
          ...filled(limits, new Date().toISOString()),
        })
        .then((policy) => policy),
    onSuccess({ id }) {
      void queries.invalidateQueries({ queryKey: ['policies'] })
      void navigate(`/policies/${id}`)
    },
  })
  const choosePaidIn = (value: string) => {
    setPaidIn(value)
    setLimits({ ...limits, payees: [] })
  }
  return (
    <form
      className="card pad"
      onSubmit={(event) => {
        event.preventDefault()
        propose.mutate()
      }}
    >
      <div className="stack-form">
        <Field
          label={t('policyNew.name')}
          hint={t('policyNew.nameHint')}
          required
          maxLength={120}
          value={name}
          onChange={setName}
        />
        <Choose label={t('policyNew.project')} choices={projects} value={project_id} onChange={setProject} />
        <Choose
          label={t('policyNew.connection')}
          choices={connections}
          value={connection_id}
          onChange={setConnection}
        />
        {assets.length > 1 && (
          <Choose
            label={t('policyNew.asset')}
            choices={assets.map((one) => [assetOf(one), `${one.asset} ${networkName(one.network)}`])}
            value={paidIn}
            onChange={choosePaidIn}
          />
        )}
        <LimitFields
          limits={limits}
          onChange={setLimits}
          asset={asset}
          payees={payees.filter((payee) => assetOf(payee) === paidIn)}
        />
        {propose.error ? <Fault error={propose.error} /> : null}
        {limits.payees.length === 0 && <p className="muted">{t('policyNew.choosePayee')}</p>}
        <button
          type="submit"
          className="button"
          data-kind="primary"
          disabled={propose.isPending || limits.payees.length === 0}
        >
          {t('policy.change.propose')}
        </button>
      </div>
    </form>
  )
}

const Choose = (choose: {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly value: string
  readonly onChange: (value: string) => void
}) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{choose.label}</label>
      <select id={id} value={choose.value} onChange={(event) => choose.onChange(event.target.value)}>
        {choose.choices.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
