/** One agent: its keys, and a new one made in this browser. The private key is shown once and never sent. */
import { type Agent as AgentRecord, generateKeyPair, signCredentialProof } from '@countersign/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { api, queries } from '../client.ts'
import { Copy } from '../frame/Copy.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { SecretOnce } from '../frame/SecretOnce.tsx'
import { Status } from '../frame/Status.tsx'

const KEY_DAYS = 365

const readAll = async (id: string) => {
  const [{ agent }, keys] = await Promise.all([
    api.agents.read(id),
    api.agentCredentials.list(id).toArray({ limit: 100 }),
  ])
  return { agent, keys }
}

export const Agent = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const read = useQuery({ queryKey: ['agent', id], queryFn: () => readAll(id) })
  const { agent, keys = [] } = read.data ?? {}
  return (
    <div className="page">
      <Link className="crumb" to="/agents">
        {t('agents.title')}
      </Link>
      {read.error ? <Fault error={read.error} onAgain={() => void read.refetch()} /> : null}
      {agent && (
        <>
          <Heading
            title={agent.name}
            shown={
              <>
                {agent.name} <Status of={agent.status} />
              </>
            }
            lead={t('agent.runs', { runtime: agent.runtime })}
          />
          <section className="card">
            <h2 className="card-title">
              {t('agent.keys')} <span className="muted">{t('agent.keysLead')}</span>
            </h2>
            <ul className="rows">
              {keys.map(({ credential_id, kid, fingerprint, status, expires_at }) => (
                <li key={credential_id}>
                  <span>
                    <b className="mono">{kid}</b>
                    <span className="mono muted rows-note">{fingerprint}</span>
                    <span className="muted rows-note">
                      {t('agent.until', { date: new Date(expires_at).toLocaleDateString() })}
                    </span>
                  </span>
                  <Status of={status} />
                </li>
              ))}
            </ul>
            <NewKey agent={agent} taken={keys.length} />
          </section>
          <p className="muted">
            {t('agent.id')} <span className="mono">{agent.agent_id}</span>{' '}
            <Copy value={agent.agent_id} what={t('agent.id')} />
          </p>
        </>
      )}
    </div>
  )
}

/** Registered, proven with a signature made here, and the agent set to work: one press. */
const addKey = async (agent: AgentRecord, kid: string) => {
  const { private_key, public_key } = await generateKeyPair()
  const expires_at = new Date(Date.now() + KEY_DAYS * 86_400_000).toISOString()
  const { credential, proof_challenge } = await api.agentCredentials.register(agent.agent_id, {
    kid,
    alg: 'Ed25519',
    public_key,
    expires_at,
  })
  const proof = await signCredentialProof(private_key, proof_challenge.challenge)
  await api.agentCredentials.activate(agent.agent_id, credential.credential_id, proof)
  if (agent.status === 'draft') await api.agents.update(agent.agent_id, { status: 'active', version: agent.version })
  return private_key
}

const NewKey = ({ agent, taken }: { readonly agent: AgentRecord; readonly taken: number }) => {
  const { t } = useTranslation()
  const [kid] = useState(() => `${new Date().toISOString().slice(0, 7)}-${taken + 1}`)
  const add = useMutation({
    mutationFn: () => addKey(agent, kid),
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <div className="pad">
      {add.error ? <Fault error={add.error} /> : null}
      {add.data !== undefined && (
        <SecretOnce
          title={t('agent.once')}
          lead={t('agent.onceLead', { kid })}
          secret={add.data}
          copy={t('agent.copy')}
          onSaved={() => add.reset()}
        />
      )}
      <p className="muted">{t('agent.browserLead')}</p>
      <p>
        <button
          type="button"
          className="button"
          data-kind="primary"
          disabled={add.isPending}
          onClick={() => add.mutate()}
        >
          {t('agent.add')}
        </button>
      </p>
    </div>
  )
}
