/** What may it pay unasked? The limits side by side, every address in full, and what the past would have been under them. */
import { Icon } from '../frame/Icon.tsx'
import { Loading } from '../frame/Loading.tsx'
import '../review/review.css'
import './policies.css'
import { ApiError, type AutomationPolicy, checkPolicy, checkProposal, FactsMismatchError } from '@pursestrings/sdk'
import { agreedOf } from '@pursestrings/signing/agreed-policy'
import { AddressView } from '@pursestrings/ui/AddressView'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { agreedHere, keepAgreed } from '../automatic/agreed.ts'
import { HOLD_PRESET, HowLong } from '../automatic/HowLong.tsx'
import { unlockKeysToHold } from '../automatic/keys-to-hold.ts'
import { goOn } from '../automatic/stopped.ts'
import { TurnOn } from '../automatic/TurnOn.tsx'
import { wakeAutomatic } from '../automatic/wake.ts'
import { api, queries, signingClient } from '../client.ts'
import { holdKeys } from '../keys/held-keys.ts'
import { openedDevice } from '../keys/session.ts'
import type { Opener } from '../keys/vault.ts'
import { Leaf } from '../leaf/Leaf.tsx'
import { ReviewNotice } from '../review/ReviewNotice.tsx'
import { Refusal } from '../unlock/OpenerForm.tsx'
import { OpenerSheet } from '../unlock/OpenerSheet.tsx'
import { Limits } from './Limits.tsx'
import { Past } from './Past.tsx'
import { PolicyFoot } from './PolicyFoot.tsx'
import { type Offer, offerOf } from './terms-of.ts'

/** Everybody who could be paid without asking, each with its whole address. */
const Payees = ({ offer: { payees, dropped } }: { readonly offer: Offer }) => {
  const { t } = useTranslation()
  return (
    <section className="review-card">
      <h2>{t('policy.payees')}</h2>
      <ul className="policy-payees">
        {payees.map(({ payee: { recipient_id, name, domain, address, memo }, added }) => (
          <li key={`${recipient_id}${address ?? ''}`}>
            <p>
              <b>
                <bdi>{name ?? recipient_id}</bdi>
              </b>{' '}
              {added && <span className="chip is-added">{t('policy.added')}</span>}
            </p>
            {domain !== undefined && (
              <p className="muted">
                <bdi>{domain}</bdi>
              </p>
            )}
            {address === undefined ? (
              <p className="tone-look">{t('policy.unpayable')}</p>
            ) : (
              <AddressView address={address} />
            )}
            {memo !== undefined && (
              <p>
                {t('policy.memo')} <bdi className="mono">{memo}</bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
      {dropped.length > 0 && (
        <>
          <h2>{t('policy.dropped')}</h2>
          <ul className="policy-payees muted">
            {dropped.map(({ recipient_id, name, address }) => (
              <li key={`${recipient_id}${address ?? ''}`}>
                <bdi>{name ?? recipient_id}</bdi>
                {address !== undefined && <AddressView address={address} />}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

// The agreement is signed with this device's own key, over the digest that was made from what is shown, and kept here: this device pays
// by what was agreed to on it, and by nothing else. It may begin at once, for as long as the person says.

interface Props {
  readonly policy: AutomationPolicy
  readonly policy_digest: string
  readonly onClose: () => void
}

const AgreeSheet = ({ policy, policy_digest, onClose }: Props) => {
  const { t } = useTranslation()
  const [minutes, setMinutes] = useState<number>(HOLD_PRESET)
  const agree = async (opener: Opener): Promise<void> => {
    const keys = await unlockKeysToHold(opener)
    try {
      const client = await signingClient(openedDevice(), keys.device_key)
      await client.automationPolicies.optIn(policy.id, await client.signConsent(policy_digest))
      keepAgreed(agreedOf(policy, policy_digest))
      goOn(policy.id)
      if (minutes > 0) holdKeys(keys, minutes)
      wakeAutomatic()
      onClose()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      throw new Refusal(failure.code === 'consent_outdated' ? t('policy.outdated') : failure.message)
    } finally {
      void queries.invalidateQueries({ queryKey: ['policy'] })
      void queries.invalidateQueries({ queryKey: ['policies'] })
    }
  }
  return (
    <OpenerSheet
      title={t('policy.agreeTitle')}
      lead={t('policy.agreeLead')}
      choice={<HowLong minutes={minutes} onChange={setMinutes} optional />}
      run={agree}
      verb={t('policy.agree')}
      busy={t('policy.agreeing')}
      no={t('review.sign.back')}
      onClose={onClose}
    />
  )
}

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
        <Loading of={read} as="card" lines={7} />
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
          <Icon name="info" size={20} />
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
        icon="alert"
        bold={t('policy.notice.incomplete.bold')}
        rest={t('policy.notice.incomplete.rest')}
      />
    )
  }
  if (kind !== 'none') {
    return (
      <ReviewNotice
        tone="look"
        icon="alert"
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
