/** What exactly was asked, and how sure is it? Signed facts, then what happened, then the agent's own words. */

import type { PaymentRequest } from '@countersign/sdk'
import { AddressView } from '@countersign/ui/AddressView'
import { AmountView } from '@countersign/ui/AmountView'
import { StatusGlyph } from '@countersign/ui/StatusBadge'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { api } from '../client.ts'
import { Copy } from '../frame/Copy.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Status } from '../frame/Status.tsx'
import { useFactsChecked } from './check-facts.ts'
import { lookOf } from './look-of.ts'
import { Steps } from './Steps.tsx'

export const Request = () => {
  const { t } = useTranslation()
  const { connection = '', id = '' } = useParams()
  const read = useQuery({
    queryKey: ['request', connection, id],
    queryFn: () =>
      api.paymentRequests.readForMerchant(id, { connection_id: connection }).then((answer) => answer.payment_request),
  })
  const request = read.data
  return (
    <div className="page">
      <Link className="crumb" to="/requests">
        {t('requests.title')}
      </Link>
      {read.error ? <Fault error={read.error} onAgain={() => void read.refetch()} /> : null}
      {request && <Shown request={request} />}
    </div>
  )
}

const Shown = ({ request }: { readonly request: PaymentRequest }) => {
  const { t } = useTranslation()
  const { payment, payee, request_id, connection_id, idempotency_key, source } = request
  return (
    <>
      <Heading
        title={t('request.title', { amount: payment.amount, asset: payment.asset, payee: payee.name })}
        shown={
          <>
            <AmountView amount={payment.amount} asset={payment.asset} size="l" />
            <Status of={lookOf(request)} />
          </>
        }
        lead={t('request.lead', { payee: payee.name, request_id })}
      />
      {request.late_reports.length > 0 && (
        <div className="notice" data-tone="look">
          <StatusGlyph tone="look" glyph="alert" />
          <p>{t('request.late')}</p>
        </div>
      )}
      <div className="columns">
        <div className="column">
          <FactsCard request={request} />
          <section className="card pad">
            <h2>{t('request.activity')}</h2>
            <Steps request={request} />
          </section>
        </div>
        <div className="column">
          <AgentWords request={request} />
          <section className="card pad">
            <h2>{t('request.details')}</h2>
            <dl className="facts-list">
              <Fact name={t('request.request')}>
                <span className="mono">{request_id}</span>
                <Copy value={request_id} what={t('request.request')} />
              </Fact>
              <Fact name={t('request.agent')}>{source.agent_name}</Fact>
              <Fact name={t('request.connection')}>
                <span className="mono">{connection_id}</span>
                <Copy value={connection_id} what={t('request.connection')} />
              </Fact>
              <Fact name={t('request.key')}>
                <span className="mono">{idempotency_key}</span>
              </Fact>
            </dl>
          </section>
        </div>
      </div>
    </>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt className="muted">{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** Drawn as facts only once this browser has checked the signature over them. */
const FactsCard = ({ request }: { readonly request: PaymentRequest }) => {
  const { t } = useTranslation()
  const checked = useFactsChecked(request)
  if (checked.error) {
    return (
      <div className="notice" data-tone="stop" role="alert">
        <StatusGlyph tone="stop" glyph="alert" />
        <p>{t('request.wrong')}</p>
      </div>
    )
  }
  if (!checked.data) return <section className="card pad" aria-busy="true" />
  const { payment, payee } = request
  return (
    <section className="facts" aria-label={t('request.facts')}>
      <p className="facts-seal">
        <StatusGlyph tone="proven" glyph="tick" filled />
        {t('request.checked')}
        <span className="facts-key">{t('request.signedWith', { kid: checked.data.kid })}</span>
      </p>
      <dl className="facts-list">
        <Fact name={t('request.amount')}>
          <AmountView amount={payment.amount} asset={payment.asset} />{' '}
          <span className="chip" data-testnet="">
            {t('testnet.name')}
          </span>
        </Fact>
        <Fact name={t('request.to')}>
          <b>{payee.name}</b> {t('request.of', { domain: payee.domain })}
        </Fact>
        <Fact name={t('request.address')}>
          <AddressView address={payment.to} copy={<Copy value={payment.to} what={t('request.address')} />} />
        </Fact>
        <Fact name={t('request.memo')}>{payment.memo ?? <span className="muted">{t('request.none')}</span>}</Fact>
        <Fact name={t('request.expires')}>
          <time dateTime={request.expires_at}>{new Date(request.expires_at).toLocaleString()}</time>
        </Fact>
        <Fact name={t('request.digest')}>
          <span className="mono muted">{request.facts_digest.match(/.{1,4}/g)?.join(' ')}</span>
        </Fact>
      </dl>
    </section>
  )
}

/** What the agent says stands apart, as plain text: nobody checked it. */
const AgentWords = ({ request: { display, source } }: { readonly request: PaymentRequest }) => {
  const { t } = useTranslation()
  if (display === undefined) return null
  return (
    <section className="agent-words">
      <p>
        {t('request.says', { agent: source.agent_name })}
        <span className="chip">{t('request.notChecked')}</span>
      </p>
      <pre>{JSON.stringify(display, null, 2)}</pre>
    </section>
  )
}
