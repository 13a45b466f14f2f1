/** What is automatic, and what would be? The past under the new limits, what is used, and the form that proposes them. */
import type { AutomationPolicy } from '@countersign/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { api } from '../client.ts'
import { dayOf } from '../frame/Ago.tsx'
import { Confirm } from '../frame/Confirm.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Status } from '../frame/Status.tsx'
import { BacktestCard } from './BacktestCard.tsx'
import { type Limits, limitsOf, termsOf } from './limits.ts'
import { NewLimits } from './NewLimits.tsx'
import { Notice } from './Notice.tsx'
import { Proposal } from './Proposal.tsx'
import { Usage } from './Usage.tsx'
import { refreshPolicy, usePolicy } from './use-policy.ts'
import './policies.css'

export const Policy = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const read = usePolicy(id)
  return (
    <div className="page">
      <Link className="crumb" to="/policies">
        {t('policies.title')}
      </Link>
      {read.error ? <Fault error={read.error} onAgain={() => void read.refetch()} /> : null}
      {read.data && <Shown key={read.data.version} policy={read.data} />}
    </div>
  )
}

const Shown = ({ policy }: { readonly policy: AutomationPolicy }) => {
  const { t } = useTranslation()
  const [limits, setLimits] = useState<Limits>(() => limitsOf(policy))
  const { name, status, consent, proposed } = policy
  const lead = consent ? t('policy.leadAgreed', { date: dayOf(consent.consented_at) }) : t('policy.lead')
  const ended = status === 'withdrawn'
  return (
    <>
      <Heading
        title={name}
        shown={
          <>
            {name} <Status of={status} />
          </>
        }
        lead={lead}
        {...(!ended && { action: <Withdraw policy={policy} /> })}
      />
      {status === 'awaiting_consent' && <Notice text={t('policy.awaiting')} />}
      {status === 'paused' && <Notice text={t('policy.paused')} />}
      {policy.missing.length > 0 && !ended && (
        <Notice text={t('policy.missing', { what: policy.missing.map((one) => t(`limits.${one}`)).join(', ') })} />
      )}
      <div className="columns">
        <div className="column">
          {proposed && <Proposal policy={policy} proposed={proposed} />}
          <BacktestCard policy={policy} terms={ended ? undefined : termsOf(policy, limits)} />
        </div>
        <div className="column">
          <section className="card pad">
            <h2>{t('policy.usage.title')}</h2>
            <Usage policy={policy} size="l" />
          </section>
          {!ended && <NewLimits policy={policy} limits={limits} onChange={setLimits} />}
          <section className="card pad">
            <h2>{t('policy.payees')}</h2>
            <ul className="policy-payees">
              {policy.payees.map(({ recipient_id, name: payee, domain }) => (
                <li key={recipient_id}>
                  <Link to={`/recipients/${recipient_id}`}>{payee ?? recipient_id}</Link>
                  <span className="muted">{domain ?? t('policy.unpayable')}</span>
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>
    </>
  )
}

const Withdraw = ({ policy: { id, name } }: { readonly policy: AutomationPolicy }) => {
  const { t } = useTranslation()
  const [asks, setAsks] = useState(false)
  return (
    <>
      <button type="button" className="button" data-kind="stop" onClick={() => setAsks(true)}>
        {t('policy.withdraw.go')}
      </button>
      {asks && (
        <Confirm
          title={t('policy.withdraw.title', { name })}
          verb={t('policy.withdraw.verb')}
          run={() => api.automationPolicies.withdraw(id).then(refreshPolicy)}
          onClose={() => setAsks(false)}
        >
          <p>{t('policy.withdraw.follows')}</p>
        </Confirm>
      )}
    </>
  )
}
