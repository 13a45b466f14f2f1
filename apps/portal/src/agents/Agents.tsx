/** Who may ask? Every agent with how it stands; the first one is added here too. */
import { Field } from '@pursestrings/ui/Field'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { api, queries } from '../client.ts'
import { Beyond } from '../frame/Beyond.tsx'
import { Rows } from '../frame/Facts.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Loading } from '../frame/Loading.tsx'
import { USUAL_SCOPES } from './agent-scopes.ts'
import { ScopeTicks } from './ScopeTicks.tsx'
import { StopAgents } from './StopAgents.tsx'

export const Agents = () => {
  const { t } = useTranslation()
  const list = useQuery({ queryKey: ['agents'], queryFn: () => api.agents.list().toArray({ limit: 100 }) })
  return (
    <div className="page">
      <Heading title={t('agents.title')} />
      <Loading of={list} />
      <Rows
        rows={list.data?.map(({ agent_id, name, status }) => ({ to: `/agents/${agent_id}`, name, look: status }))}
      />
      <AddAgent />
      {list.data !== undefined && list.data.length > 0 && (
        <Beyond>
          <StopAgents />
        </Beyond>
      )}
    </div>
  )
}

const AddAgent = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [runtime, setRuntime] = useState('node-24')
  const [scopes, setScopes] = useState(USUAL_SCOPES)
  const add = useMutation({
    mutationFn: () =>
      api.agents
        .create({ name: name.trim(), runtime: runtime.trim(), environment: 'testnet', allowed_scopes: scopes })
        .then((answer) => answer),
    onSuccess({ agent }) {
      void queries.invalidateQueries({ queryKey: ['agents'] })
      void navigate(`/agents/${agent.agent_id}`)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <section className="card pad">
      <h2>{t('agents.add')}</h2>
      <p className="muted">{t('agents.lead')}</p>
      <form className="stack-form" onSubmit={submit}>
        <Field label={t('agents.name')} required maxLength={120} value={name} onChange={setName} />
        <Field label={t('agents.runtime')} required maxLength={120} value={runtime} onChange={setRuntime} />
        <ScopeTicks chosen={scopes} onChange={setScopes} />
        {add.error ? <Fault error={add.error} /> : null}
        <button type="submit" className="button" data-kind="primary" disabled={add.isPending || scopes.length === 0}>
          {t('agents.go')}
        </button>
      </form>
    </section>
  )
}
