/** What may it pay unasked? The limits side by side, every address in full, and what the past would have been under them. */
import '../review/review.css'
import './policies.css'
import { type AutomationPolicy, checkPolicy, checkProposal, FactsMismatchError } from '@pursestrings/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { agreedHere } from '../automatic/agreed.ts'
import { TurnOn } from '../automatic/TurnOn.tsx'
import { api } from '../client.ts'
import { Fault } from '../frame/Fault.tsx'
import { Leaf } from '../leaf/Leaf.tsx'
import { ReviewIcon, ReviewNotice } from '../review/ReviewNotice.tsx'
import { AgreeSheet } from './AgreeSheet.tsx'
import { Limits } from './Limits.tsx'
import { Past } from './Past.tsx'
import { Payees } from './Payees.tsx'
import { PolicyFoot } from './PolicyFoot.tsx'
import { type Offer, offerOf } from './terms-of.ts'

export const Policy = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const read = useQuery({
    queryKey: ['policy', id],
    queryFn: async () => await api().automationPolicies.read(id),
  })
  if (!read.data) {
    return (
      <Leaf title={t('policy.title.none')}>
        {read.error ? (
          <Fault error={read.error} onAgain={() => void read.refetch()} />
        ) : (
          <p className="muted">{t('policy.loading')}</p>
        )}
      </Leaf>
    )
  }
  return <Shown policy={read.data} />
}

/** The digest to sign, made here from what is shown; null where what is shown is not what the digest says. */
const useDigest = (policy: AutomationPolicy, offer: Offer, enabled: boolean) =>
  useQuery({
    queryKey: ['policy', policy.id, 'digest', policy.version, policy, offer.kind],
    queryFn: async () => {
      try {
        return await (offer.kind === 'wider' ? checkProposal(policy) : checkPolicy(policy))
      } catch (failure) {
        if (failure instanceof FactsMismatchError) return null
        throw failure
      }
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  })

const Shown = ({ policy }: { readonly policy: AutomationPolicy }) => {
  const { t } = useTranslation()
  const [agreeing, setAgreeing] = useState(false)
  const offer = offerOf(policy)
  // In force, agreed to elsewhere: the same terms may be agreed to here.
  const elsewhere = offer.kind === 'none' && policy.status === 'active' && agreedHere(policy.id) === undefined
  const can_agree = offer.can_agree || elsewhere
  const digest = useDigest(policy, offer, can_agree)
  const connection = useQuery({
    queryKey: ['connection', policy.connection_id],
    queryFn: async () => (await api().connections.read(policy.connection_id)).connection,
  })
  const source = connection.data?.source
  const wrong = digest.data === null
  return (
    <Leaf
      title={t(`policy.title.${offer.kind}`)}
      foot={
        <PolicyFoot
          policy={policy}
          offer={offer}
          can_agree={can_agree && typeof digest.data === 'string'}
          onAgree={() => setAgreeing(true)}
        />
      }
    >
      <div className="review">
        {wrong ? (
          <ReviewNotice
            tone="stop"
            icon="octagon"
            bold={t('policy.notice.wrong.bold')}
            rest={t('policy.notice.wrong.rest')}
          />
        ) : (
          <Notice policy={policy} offer={offer} elsewhere={elsewhere} merchant={source?.merchant_name ?? ''} />
        )}
        {policy.status === 'active' && !elsewhere && offer.kind !== 'first' && <TurnOn />}
        {!wrong && (
          <>
            <Limits policy={policy} offer={offer} agent={source?.agent_name} />
            <Payees offer={offer} />
            <Past policy={policy} />
          </>
        )}
        <p className="review-why">
          <ReviewIcon name="info" />
          {t('policy.info')}
        </p>
      </div>
      {agreeing && typeof digest.data === 'string' && (
        <AgreeSheet policy={policy} policy_digest={digest.data} onClose={() => setAgreeing(false)} />
      )}
    </Leaf>
  )
}

interface NoticeProps {
  readonly policy: AutomationPolicy
  readonly offer: Offer
  /** Agreed to, and not on this device. */
  readonly elsewhere: boolean
  readonly merchant: string
}

const Notice = ({ policy: { status }, offer: { kind, can_agree }, elsewhere, merchant }: NoticeProps) => {
  const { t } = useTranslation()
  if (status === 'draft' || (kind !== 'none' && !can_agree)) {
    return (
      <ReviewNotice
        tone="look"
        icon="triangle"
        bold={t('policy.notice.incomplete.bold')}
        rest={t('policy.notice.incomplete.rest')}
      />
    )
  }
  if (kind !== 'none') {
    return (
      <ReviewNotice
        tone="look"
        icon="triangle"
        bold={t(`policy.notice.${kind}.bold`, { merchant })}
        rest={t(`policy.notice.${kind}.rest`)}
      />
    )
  }
  const now = status === 'paused' || status === 'withdrawn' ? status : elsewhere ? 'elsewhere' : 'active'
  return (
    <ReviewNotice
      tone="ink"
      icon={now === 'paused' ? 'pause' : 'info'}
      bold={t(`policy.notice.${now}.bold`)}
      rest={t(`policy.notice.${now}.rest`)}
    />
  )
}
