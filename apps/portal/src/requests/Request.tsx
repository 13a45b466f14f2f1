/** What exactly was asked, and how sure is it? Signed facts, then what happened, then the agent's own words. */
import type { PaymentRequest } from '@pursestrings/sdk'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useTranslation } from 'react-i18next'
import { useFactsChecked } from './check-facts.ts'
import './request.css'
import { AddressView } from '@pursestrings/ui/AddressView'
import { AgentWords } from '@pursestrings/ui/AgentWords'
import { AmountView } from '@pursestrings/ui/AmountView'
import { agentLines } from '@pursestrings/ui/agent-text'
import { networkName } from '@pursestrings/ui/network-name'
import { SaveReceipt } from '@pursestrings/ui/SaveReceipt'
import { standingOf } from '@pursestrings/ui/standing'
import { Link, useParams } from 'react-router'
import { api } from '../client.ts'
import { Beyond } from '../frame/Beyond.tsx'
import { Copy, Fact, Status } from '../frame/Facts.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Skeleton } from '../frame/Skeleton.tsx'
import { LedgerNotice, RequestedAndFound, WhatYouCanDo, WhoSaysWhat } from './Ledger.tsx'
import { Match } from './Match.tsx'
import { PaysFor } from './PaysFor.tsx'
import { Steps } from './Steps.tsx'
import { useRequest } from './use-request.ts'
import { Webhooks } from './Webhooks.tsx'

/** How sure is it? What has been proven of this request, and by whom; what has not is left out. */
const Proof = ({ request }: { readonly request: PaymentRequest }) => {
  const { t } = useTranslation()
  const { payee, settlement } = request
  const facts = useFactsChecked(request).data !== undefined
  const proven = [
    facts && { what: t('proof.facts'), how: t('proof.factsHow') },
    settlement.decision === 'device_signed' && { what: t('proof.decision'), how: t('proof.decisionHow') },
    payee.verified && { what: t('proof.payee'), how: payee.domain },
    settlement.assurance === 'chain_observed' &&
      settlement.bound_by !== undefined && {
        what: t('proof.ledger'),
        how: t(`proof.ledgerHow.${settlement.bound_by}`),
      },
  ].filter((one) => one !== false)
  return (
    <section className="card pad">
      <h2>{t('proof.title')}</h2>
      <ul className="who-says">
        {proven.map(({ what, how }) => (
          <li key={what}>
            <StatusGlyph tone="proven" glyph="tick" filled />
            <div>
              <p>{what}</p>
              <p className="muted">{how}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const Request = () => {
  const { t } = useTranslation()
  const { connection = '', id = '' } = useParams()
  const read = useRequest(connection, id)
  const request = read.data
  return (
    <div className="page">
      <Link className="crumb" to="/requests">
        {t('requests.title')}
      </Link>
      {read.error ? <Fault error={read.error} onAgain={() => void read.refetch()} /> : null}
      {request ? <Shown request={request} /> : !read.error && <Waits />}
    </div>
  )
}

const Waits = () => (
  <>
    <Skeleton lines={2} />
    <div className="columns">
      <div className="column">
        <Skeleton lines={6} as="card" />
        <Skeleton lines={5} as="card" />
      </div>
      <div className="column">
        <Skeleton lines={4} as="card" />
      </div>
    </div>
  </>
)

const Shown = ({ request }: { readonly request: PaymentRequest }) => {
  const { t } = useTranslation()
  const { payment, payee, request_id, connection_id, idempotency_key, source, settlement } = request
  return (
    <>
      <Heading
        title={t('request.title', { amount: payment.amount, asset: payment.asset, payee: payee.name })}
        shown={
          <>
            <AmountView amount={payment.amount} asset={payment.asset} size="l" />
            <Status of={standingOf(request)} />
          </>
        }
        lead={
          <>
            {t('request.leadTo')} <b className="strong">{payee.name}</b> {t('request.leadFor')}{' '}
            <span className="mono strong">{request_id}</span>
          </>
        }
      />
      <LedgerNotice of={request} />
      {request.late_reports.length > 0 && (
        <div className="notice" data-tone="look">
          <StatusGlyph tone="look" glyph="alert" />
          <p>{t('request.late')}</p>
        </div>
      )}
      <div className="columns">
        <div className="column">
          <RequestedAndFound request={request} />
          <FactsCard request={request} />
          <section className="card pad">
            <h2>{t('request.activity')}</h2>
            <Steps request={request} />
          </section>
        </div>
        <div className="column">
          <Match
            settlement={settlement}
            accept={(transaction_hash) =>
              api.paymentRequests.acceptPayment(request_id, { connection_id, transaction_hash })
            }
          />
          <WhatYouCanDo request={request} />
          <Proof request={request} />
          <WhoSaysWhat of={request} />
          <Words request={request} />
          <Webhooks request={request} />
          <section className="card pad">
            <h2>{t('request.details')}</h2>
            <dl className="facts-list">
              <Fact name={t('request.request')}>
                <span className="mono">{request_id}</span>
                <Copy value={request_id} what={t('request.request')} />
              </Fact>
              <Fact name={t('request.decision')}>{t(`request.decided.${settlement.decision}`)}</Fact>
              <Fact name={t('request.agent')}>
                <Link to={`/agents/${source.agent_id}`}>{source.agent_name}</Link>
              </Fact>
              <Fact name={t('request.connection')}>
                <span className="mono">{connection_id}</span>
                <Copy value={connection_id} what={t('request.connection')} />
              </Fact>
              <Fact name={t('request.key')}>
                <span className="mono">{idempotency_key}</span>
              </Fact>
            </dl>
            {request.status !== 'pending' && (
              <Beyond>
                <SaveReceipt
                  read={() => api.paymentRequests.readReceipt(request_id, { connection_id })}
                  request_id={request_id}
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
  if (!checked.data) return <Skeleton lines={6} as="card" />
  const { terms, facts } = checked.data
  const { payment, payee, expires_at } = facts
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
        {terms && <PaysFor terms={terms} />}
        <Fact name={t('request.address')}>
          <AddressView address={payment.to} copy={<Copy value={payment.to} what={t('request.address')} />} />
        </Fact>
        <Fact name={t('request.network')}>{networkName(payment.network)}</Fact>
        <Fact name={t('request.memo')}>{payment.memo ?? <span className="muted">{t('request.none')}</span>}</Fact>
        {request.payee.number !== undefined && (
          <Fact name={t('request.version')}>
            <Link to={`/recipients/${request.recipient_id}`}>
              {t('request.versionOf', { number: request.payee.number, payee: payee.name })}
            </Link>{' '}
            <span className="muted">{t('request.pinned')}</span>
          </Fact>
        )}
        <Fact name={t('request.expires')}>
          <time dateTime={expires_at}>{new Date(expires_at).toLocaleString()}</time>
        </Fact>
        <Fact name={t('request.digest')}>
          <span className="mono muted">{request.facts_digest.match(/.{1,4}/g)?.join(' ')}</span>
        </Fact>
      </dl>
    </section>
  )
}

/** What the agent says stands apart, as plain text: nobody checked it. */
export const Words = ({ request: { display, source } }: { readonly request: PaymentRequest }) => {
  const { t } = useTranslation()
  return (
    <AgentWords
      says={t('request.says', { agent: source.agent_name })}
      notChecked={t('request.notChecked')}
      showAll={t('request.showAll')}
      lines={agentLines(display)}
    />
  )
}
