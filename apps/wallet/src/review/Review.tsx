/**
 * Do I pay this? Notice, who asks, facts, the agent's words, then what we know of payee, amount and money: in this order, and never mixed.
 * Until the facts are checked nothing of the request is drawn.
 */
import './review.css'
import type { Connection } from '@pursestrings/sdk'
import { AgentWords } from '@pursestrings/ui/AgentWords'
import { agentLines, plain } from '@pursestrings/ui/agent-text'
import type { CheckedFacts } from '@pursestrings/ui/checked-facts'
import { ExpiryClock } from '@pursestrings/ui/ExpiryClock'
import { FactsCard } from '@pursestrings/ui/FactsCard'
import { networkName } from '@pursestrings/ui/network-name'
import { useQuery } from '@tanstack/react-query'
import { useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Ago } from '../frame/Ago.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Icon } from '../frame/Icon.tsx'
import { Skeleton } from '../frame/Skeleton.tsx'
import { Leaf } from '../leaf/Leaf.tsx'
import type { Payment } from '../requests/payment.ts'
import { useAsked } from '../requests/use-asked.ts'
import { settings } from '../settings.ts'
import { Checks } from './Checks.tsx'
import { Foot } from './Foot.tsx'
import { NoticeOf } from './NoticeOf.tsx'
import { OtherWallets } from './OtherWallets.tsx'
import { Rejected } from './Rejected.tsx'
import { ReviewNotice } from './ReviewNotice.tsx'
import { SignSheet } from './SignSheet.tsx'
import { Untrusted } from './Untrusted.tsx'
import { useDecision } from './use-decision.ts'
import { type Reviewed, useReview } from './use-review.ts'
import { useSeenFor } from './use-seen-for.ts'
import { timeOf } from './words-of-time.ts'

/**
 * What the ledger shows of a request that somebody may have paid from another wallet: never "paid" unless the payment is bound to
 * this request.
 */
const OnLedger = ({ settlement }: Pick<Payment, 'settlement'>) => {
  const { t } = useTranslation()
  const { assurance, ledger_match } = settlement
  const is =
    assurance === 'merchant_accepted' ? 'accepted' : assurance !== 'chain_observed' && ledger_match && 'unbound'
  if (!is) return null
  const [bold, rest] = [t(`paying.unproven.${is}.bold`), t(`paying.unproven.${is}.rest`)]
  const transaction = ledger_match?.transaction_hash ?? settlement.transaction_hash
  return (
    <>
      <ReviewNotice tone="look" icon="alert" bold={bold} rest={rest} />
      {transaction !== undefined && <p className="paying-hash">{transaction.match(/.{1,4}/g)?.join(' ')}</p>}
    </>
  )
}

/** Who asks, for whom it runs, and when it asked. */
const WhoAsks = ({ source, at }: { readonly source: Connection['source']; readonly at: string }) => {
  const { t } = useTranslation()
  return (
    <div className="who-asks">
      <span className="who-tile">
        <Icon name="agents" />
      </span>
      <p>
        <b>
          <bdi>{source.agent_name}</bdi>
        </b>{' '}
        {t('review.who.asks')}
        <span className="muted">
          <bdi>{source.personal ? t('agents.own') : t('review.who.runs', { merchant: source.merchant_name })}</bdi> ·{' '}
          {t('review.who.asked')} <Ago at={at} />
        </span>
      </p>
    </div>
  )
}

/** How long a changed payee has to be in view before it can be approved. */
const SEEN_S = 3

export const Review = () => {
  const { t } = useTranslation()
  const asked = useAsked()
  const { reviewed, fault, again } = useReview(asked)
  const decision = useDecision(asked)
  const rejection = { ...asked, facts_digest: reviewed?.request.facts_digest }
  if (reviewed && (decision.rejected || reviewed.rejected)) {
    const facts = reviewed.check.is === 'checked' ? reviewed.check.facts : undefined
    return (
      <Rejected
        rejection={rejection}
        facts={facts}
        must_sign={reviewed.must_sign}
        done={decision.done}
        onPause={() => void decision.pause()}
      />
    )
  }
  if (!reviewed) {
    return (
      <Leaf title={t('review.title.ask')}>
        {fault ? <Fault error={fault} onAgain={again} /> : <Skeleton as="card" lines={7} />}
      </Leaf>
    )
  }
  const { check } = reviewed
  if (check.is !== 'checked')
    return <Untrusted reviewed={reviewed} onReject={(and) => decision.reject(rejection, and)} />
  return <Trusted reviewed={reviewed} facts={check.facts} decision={decision} />
}

interface TrustedProps {
  readonly reviewed: Reviewed
  readonly facts: CheckedFacts
  readonly decision: ReturnType<typeof useDecision>
}

const Trusted = ({ reviewed, facts, decision }: TrustedProps) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [, timeIsOver] = useReducer((n: number) => n + 1, 0)
  const [signing, setSigning] = useState(false)
  const card = useRef<HTMLDivElement>(null)
  const { request, review, record, paused, funds } = reviewed
  const seconds_left = useSeenFor(card, SEEN_S, review.approve === 'guarded')
  const once = facts.payment.method === 'evm.eip3009'
  const lines = [...termsLines(request.terms), ...agentLines(request.display, reviewed.context)]
  const over = review.is === 'expired'
  const ended = !review.reject
  const { network } = facts.payment
  const fundable = once ? facts.payment.asset : 'XLM'
  const installed = useQuery({ queryKey: ['settings'], queryFn: settings, staleTime: Number.POSITIVE_INFINITY })
  const gives = !once || installed.data?.chains?.[network]?.friendbot_url !== undefined
  const agent_key = review.ticks.includes('agent_key') ? reviewed.terms?.agent_key : undefined
  const approved = { ...decision.asked, network, agent_key, facts_digest: request.facts_digest }
  return (
    <Leaf
      title={t(ended ? titleOf(review.is) : askTitleOf(review.is))}
      wide
      beside={
        !ended && (
          <ExpiryClock
            expires_at={facts.expires_at}
            onOver={timeIsOver}
            words={{
              left: (time) => t('review.clock.left', { time }),
              over: t('review.clock.over'),
              said: (count) => t('review.clock.said', { count }),
            }}
          />
        )
      }
      foot={
        <Foot
          review={review}
          amount={facts.payment.amount}
          asset={facts.payment.asset}
          domain={facts.payee.domain}
          seconds_left={seconds_left}
          waits_for_record={funds !== undefined}
          paused={paused}
          onApprove={() => setSigning(true)}
          onReject={(and) => decision.reject(approved, and)}
          onGetFunds={gives ? () => decision.getFunds(network, fundable) : undefined}
          fundable={fundable}
          getting={decision.getting}
          payment={decision.payment}
        />
      }
    >
      <div className="review" data-columns="">
        <div className="review-notices">
          <OnLedger settlement={request.settlement} />
          {review.notices.map((notice) => (
            <NoticeOf key={notice.is} notice={notice} />
          ))}
          {decision.fault !== undefined && <p role="alert">{decision.fault}</p>}
        </div>
        <div className="review-main">
          {reviewed.agent && <WhoAsks source={reviewed.agent} at={request.created_at} />}
          <div ref={card}>
            <FactsCard
              facts={facts}
              over={over}
              seal={over ? t('review.facts.expired', { time: timeOf(facts.expires_at) }) : t('review.facts.checked')}
              words={{
                label: t('review.facts.label'),
                to: t('review.facts.to'),
                memo: t('review.facts.memo'),
                testnet: t('review.facts.testnet'),
                ...(once && { network: t('review.facts.network', { name: networkName(network) }) }),
              }}
            />
          </div>
          {lines.length === 0 ? (
            <p className="muted small-words">{t('review.words.none')}</p>
          ) : (
            <AgentWords
              says={t('review.words.says')}
              notChecked={t('review.words.notChecked')}
              showAll={t('review.words.showAll')}
              lines={lines}
            />
          )}
        </div>
        <div className="review-side">
          {!ended && (
            <>
              <Checks
                payee={request.payee}
                asset={facts.payment.asset}
                review={review}
                record={record}
                funds={funds}
                once={once}
              />
              <p className="muted small-words">
                {once
                  ? t('review.once', { time: timeOf(facts.expires_at) })
                  : t(request.within_limits ? 'review.whyWithin' : 'review.why')}
              </p>
            </>
          )}
          {review.other_wallets && request.kind === undefined && (
            <OtherWallets
              approved={approved}
              facts={facts}
              must_sign={reviewed.must_sign}
              onKept={() => void navigate(decision.payment, { replace: true })}
            />
          )}
        </div>
      </div>
      {signing && review.approve !== 'off' && (review.approve !== 'gone' || review.is === 'under_way') && (
        <SignSheet
          approved={approved}
          facts={facts}
          onBack={() => setSigning(false)}
          onKept={() => void navigate(decision.payment, { replace: true })}
        />
      )}
    </Leaf>
  )
}

/** What is paid for, as the agent says it; only the host of the address was held against the payee's domain. */
const termsLines = (terms: Payment['terms']): readonly string[] =>
  terms === undefined
    ? []
    : [`${terms.method} ${terms.url}`, ...(terms.description === undefined ? [] : [terms.description])].map(plain)

const titleOf = (is: Reviewed['review']['is']) => {
  if (is === 'expired' || is === 'under_way') return `review.title.${is}` as const
  return 'review.title.answered'
}

const askTitleOf = (is: Reviewed['review']['is']) =>
  is === 'not_on_record' || is === 'split_view' ? (`review.title.${is}` as const) : 'review.title.ask'
