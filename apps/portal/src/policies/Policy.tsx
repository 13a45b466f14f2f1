/** What is automatic, and what would be? The past under the new limits, what is used, and the form that proposes them. */
import type { AutomationPolicy } from '@pursestrings/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { api } from '../client.ts'
import { Beyond } from '../frame/Beyond.tsx'
import { Confirm } from '../frame/Dialog.tsx'
import { dayOf } from '../frame/day.ts'
import { Status } from '../frame/Facts.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Loading } from '../frame/Loading.tsx'
import { BacktestCard } from './BacktestCard.tsx'
import { LimitFields } from './LimitFields.tsx'
import { isWider, type Limits, limitsOf, termsOf } from './limits.ts'
import { Usage } from './Usage.tsx'
import { usePayees } from './use-payees.ts'
import { refreshPolicy, usePolicy } from './use-policy.ts'
import './policies.css'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'

// Tries other limits: the backtest beside it follows what is typed, and nothing is sent before the button.

interface Props {
  readonly policy: AutomationPolicy
  readonly limits: Limits
  readonly onChange: (limits: Limits) => void
}

const NewLimits = ({ policy, limits, onChange }: Props) => {
  const { t } = useTranslation()
  const payees = usePayees(policy)
  const terms = termsOf(policy, limits)
  const wider = terms !== undefined && isWider(policy, limits)
  const agreed = policy.status === 'active' || policy.status === 'paused'
  const send = useMutation({
    mutationFn: () =>
      api.automationPolicies.update(policy.id, { version: policy.version, ...terms }).then(refreshPolicy),
  })
  return (
    <form
      className="card pad"
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate()
      }}
    >
      <h2>{t('policy.change.title')}</h2>
      <LimitFields limits={limits} onChange={onChange} asset={policy.asset} payees={payees} now={limitsOf(policy)} />
      {wider && agreed && <Notice text={t('policy.change.wider')} />}
      {terms && !wider && <p className="muted">{t('policy.change.narrower')}</p>}
      {terms && !agreed && wider && <p className="muted">{t('policy.change.before')}</p>}
      {send.error ? <Fault error={send.error} /> : null}
      <button type="submit" className="button" data-kind="primary" disabled={!terms || send.isPending}>
        {t(terms && !wider ? 'policy.change.apply' : 'policy.change.propose')}
      </button>
    </form>
  )
}

// Wider limits that wait for the payer, beside those in force. The project can take them back until the payer agrees.

type Proposed = NonNullable<AutomationPolicy['proposed']>
type Terms = Pick<AutomationPolicy, 'single_tx_limit' | 'cumulative_limit' | 'validity_window' | 'payees'>

const LIMITS = ['single_tx_limit', 'cumulative_limit', 'validity_window', 'allowlist'] as const

const textOf = (terms: Terms, limit: (typeof LIMITS)[number], asset: string): string => {
  if (limit === 'allowlist') return terms.payees.map(({ name, recipient_id }) => name ?? recipient_id).join(', ')
  if (limit === 'validity_window') {
    return terms.validity_window ? dayOf(terms.validity_window.to) : '–'
  }
  return `${terms[limit] ?? '–'} ${asset}`
}

const Proposal = ({ policy, proposed }: { readonly policy: AutomationPolicy; readonly proposed: Proposed }) => {
  const { t } = useTranslation()
  const { id, version, asset } = policy
  const back = useMutation({
    mutationFn: () => api.automationPolicies.dropProposal(id, { version }).then(refreshPolicy),
  })
  return (
    <section className="card">
      <div className="card-title card-row">
        <h2>{t('policy.proposal.title')}</h2>
        <Beyond>
          <button
            type="button"
            className="button"
            data-size="small"
            disabled={back.isPending}
            onClick={() => back.mutate()}
          >
            {t('policy.proposal.back')}
          </button>
        </Beyond>
      </div>
      <p className="in-card muted">{t('policy.proposal.lead', { date: dayOf(proposed.proposed_at) })}</p>
      {back.error ? <Fault error={back.error} /> : null}
      <table className="plain">
        <thead>
          <tr>
            <th scope="col">{t('limits.limit')}</th>
            <th scope="col">{t('policy.proposal.now')}</th>
            <th scope="col">{t('policy.proposal.proposed')}</th>
          </tr>
        </thead>
        <tbody>
          {LIMITS.map((limit) => (
            <tr key={limit} data-changed={proposed.widened.includes(limit) ? '' : undefined}>
              <th scope="row">{t(`limits.${limit}`)}</th>
              <td>{textOf(policy, limit, asset)}</td>
              <td className="is-other">{textOf(proposed, limit, asset)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export const Policy = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const read = usePolicy(id)
  return (
    <div className="page">
      <Link className="crumb" to="/policies">
        {t('policies.title')}
      </Link>
      <Loading of={read} as="card" lines={6} />
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
          <Beyond>
            <BacktestCard policy={policy} terms={ended ? undefined : termsOf(policy, limits)} />
          </Beyond>
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

/** Something to read first. */
const Notice = ({ text }: { readonly text: string }) => (
  <div className="notice" data-tone="look">
    <StatusGlyph tone="look" glyph="alert" />
    <p>{text}</p>
  </div>
)
