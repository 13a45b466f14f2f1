/** One payment, or one attempt that was refused: which of the two it is, its id tells. */
import type { AgentPayment as Payment } from '@pursestrings/sdk'
import { AddressView } from '@pursestrings/ui/AddressView'
import { AmountView } from '@pursestrings/ui/AmountView'
import { SaveReceipt } from '@pursestrings/ui/SaveReceipt'
import { glyphOf, StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { standingOf, statusOf } from '@pursestrings/ui/standing'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { api, queries } from '../client.ts'
import { Beyond } from '../frame/Beyond.tsx'
import { Confirm } from '../frame/Dialog.tsx'
import { Copy, Fact, Status } from '../frame/Facts.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { LedgerNotice, WhoSaysWhat } from '../requests/Ledger.tsx'
import { Match } from '../requests/Match.tsx'
import { PaysFor } from '../requests/PaysFor.tsx'
import { Attempt } from './Attempt.tsx'
import { PolicyCard } from './PolicyCard.tsx'
import { useProjectName } from './use-project-name.ts'
import '../requests/request.css'
import './agent-payments.css'

export const AgentPayment = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  return (
    <div className="page">
      <Link className="crumb" to="/agent-payments">
        {t('agentPayments.title')}
      </Link>
      {id.startsWith('apr_') ? <Attempt id={id} /> : <Read id={id} />}
    </div>
  )
}

const Read = ({ id }: { readonly id: string }) => {
  const read = useQuery({
    queryKey: ['agent-payment', id],
    queryFn: () => api.agentPayments.read(id).then((payment) => payment),
    refetchInterval: 5_000,
  })
  if (read.error) return <Fault error={read.error} onAgain={() => void read.refetch()} />
  return read.data ? <Shown payment={read.data} /> : null
}

const Shown = ({ payment: shown }: { readonly payment: Payment }) => {
  const { t } = useTranslation()
  const { id, payment, payee, status, initiator, policy, connection_id, purpose, project_id } = shown
  const project = useProjectName(project_id)
  const late = shown.history?.some((one) => one.late) ?? false
  return (
    <>
      <Heading
        title={t('agentPayment.title', { amount: payment.amount, asset: payment.asset, payee: payee.name })}
        shown={
          <>
            <AmountView amount={payment.amount} asset={payment.asset} size="l" />
            <Status of={standingOf(shown)} />
          </>
        }
        lead={t('agentPayment.lead', { payee: payee.name, project })}
        {...(status === 'intent_created' && {
          action: (
            <Beyond>
              <Cancel id={id} />
            </Beyond>
          ),
        })}
      />
      <LedgerNotice of={shown} />
      {late && (
        <div className="notice" data-tone="look">
          <StatusGlyph tone="look" glyph="alert" />
          <p>{t('agentPayment.late')}</p>
        </div>
      )}
      <div className="columns">
        <div className="column">
          <section className="card pad">
            <h2>{t('agentPayment.payment')}</h2>
            <dl className="facts-list">
              <Fact name={t('request.to')}>
                <b>{payee.name}</b> {t('request.of', { domain: payee.domain })}
              </Fact>
              {shown.terms && <PaysFor terms={shown.terms} />}
              <Fact name={t('request.address')}>
                <AddressView address={payment.to} copy={<Copy value={payment.to} what={t('request.address')} />} />
              </Fact>
              <Fact name={t('request.memo')}>{payment.memo ?? <span className="muted">{t('request.none')}</span>}</Fact>
              <Fact name={t('agentPayment.decision')}>{t(`agentPayment.decided.${initiator}`)}</Fact>
              {purpose !== undefined && <Fact name={t('agentPayment.purpose')}>{purpose}</Fact>}
              <Fact name={t('request.expires')}>
                <time dateTime={shown.expires_at}>{new Date(shown.expires_at).toLocaleString()}</time>
              </Fact>
            </dl>
          </section>
          <Activity payment={shown} />
        </div>
        <div className="column">
          <Match
            settlement={shown.settlement}
            accept={(transaction_hash) => api.agentPayments.acceptPayment(id, { transaction_hash })}
          />
          <WhoSaysWhat of={shown} />
          {policy.policy_id !== null && <PolicyCard id={policy.policy_id} />}
          <section className="card pad">
            <h2>{t('request.details')}</h2>
            <dl className="facts-list">
              <Fact name={t('agentPayment.id')}>
                <span className="mono">{id}</span> <Copy value={id} what={t('agentPayment.id')} />
              </Fact>
              <Fact name={t('request.connection')}>
                <span className="mono">{connection_id}</span>{' '}
                <Copy value={connection_id} what={t('request.connection')} />
              </Fact>
              <Fact name={t('request.key')}>
                <span className="mono">{shown.idempotency_key}</span>
              </Fact>
              {shown.transaction_hash !== undefined && (
                <Fact name={t('agentPayment.transaction')}>
                  <span className="mono">{shown.transaction_hash}</span>{' '}
                  <Copy value={shown.transaction_hash} what={t('agentPayment.transaction')} />
                </Fact>
              )}
            </dl>
            {status !== 'intent_created' && (
              <Beyond>
                <SaveReceipt
                  read={() => api.agentPayments.readReceipt(id)}
                  request_id={id}
                  label={t('request.receipt.save')}
                  none={t('request.receipt.none')}
                />
              </Beyond>
            )}
          </section>
        </div>
      </div>
    </>
  )
}

const Activity = ({ payment: { history = [], initiator } }: { readonly payment: Payment }) => {
  const { t } = useTranslation()
  return (
    <section className="card pad">
      <h2>{t('request.activity')}</h2>
      <ol className="steps">
        {history
          .map((step, n) => ({ step, n }))
          .toReversed()
          .map(({ step, n }) => (
            <li key={n}>
              <StatusGlyph {...glyphOf(step.late ? 'lapsed' : statusOf(step))} />
              <div>
                <b>
                  {n === 0 && t(`agentPayment.asked.${initiator}`)}
                  {n > 0 && (step.late ? t('request.lateStep') : t(`request.step.${statusOf(step)}`))}
                </b>
                <p className="muted">{n > 0 && t(`agentPayment.said.${step.status}`)}</p>
                {step.reason !== undefined && <p className="muted">{step.reason}</p>}
                {step.transaction_hash !== undefined && <p className="mono">{step.transaction_hash}</p>}
              </div>
              <p className="steps-time">
                <time dateTime={step.occurred_at}>{new Date(step.occurred_at).toLocaleTimeString()}</time>
              </p>
            </li>
          ))}
      </ol>
    </section>
  )
}

const Cancel = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation()
  const [asks, setAsks] = useState(false)
  return (
    <>
      <button type="button" className="button" data-kind="stop" onClick={() => setAsks(true)}>
        {t('agentPayment.cancel.go')}
      </button>
      {asks && (
        <Confirm
          title={t('agentPayment.cancel.title')}
          verb={t('agentPayment.cancel.verb')}
          run={() =>
            api.agentPayments.cancel(id).then(() => queries.invalidateQueries({ queryKey: ['agent-payment'] }))
          }
          onClose={() => setAsks(false)}
        >
          <p>{t('agentPayment.cancel.follows')}</p>
        </Confirm>
      )}
    </>
  )
}
