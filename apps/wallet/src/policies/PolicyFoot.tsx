/** Agree and Decline of the same size; pausing and stopping take one press, and never a passphrase. */
import type { AutomationPolicy } from '@pursestrings/sdk'
import { Sheet } from '@pursestrings/ui/Sheet'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { forgetAgreed } from '../automatic/agreed.ts'
import { pausePolicy, resumePolicy } from '../automatic/pause-policy.ts'
import { stopNow } from '../automatic/stopped.ts'
import { api, queries } from '../client.ts'
import { Fault } from '../frame/Fault.tsx'
import { useStoppedAt } from '../stop/stop-all.ts'
import type { Offer } from './terms-of.ts'

interface Props {
  readonly policy: AutomationPolicy
  readonly offer: Offer
  readonly can_agree: boolean
  readonly onAgree: () => void
}

type Act = 'decline' | 'pause' | 'resume' | 'withdraw'

const act = async ({ id, version, proposed }: AutomationPolicy, what: Act): Promise<void> => {
  const { automationPolicies } = api()
  if (what === 'pause') await pausePolicy(id)
  else if (what === 'resume') await resumePolicy(id)
  else if (what === 'decline' && proposed !== null) await automationPolicies.dropProposal(id, { version })
  else {
    stopNow(id)
    await automationPolicies.withdraw(id)
    forgetAgreed(id)
  }
}

export const PolicyFoot = ({ policy, offer, can_agree, onAgree }: Props) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [stopping, setStopping] = useState(false)
  const stopped_at = useStoppedAt()
  const acting = useMutation({
    mutationFn: (what: Act) => act(policy, what),
    onSettled: () => queries.invalidateQueries({ queryKey: ['policy'] }),
    onSuccess: (_, what) => {
      void queries.invalidateQueries({ queryKey: ['policies'] })
      setStopping(false)
      if (what === 'decline') void navigate('/')
    },
  })
  const { status } = policy
  return (
    <>
      {acting.error && (
        <div className="is-alone">
          <Fault error={acting.error} />
        </div>
      )}
      {offer.kind === 'none' && can_agree && (
        <button type="button" className="button is-alone" data-kind="primary" onClick={onAgree}>
          {t('policy.agreeHere')}
        </button>
      )}
      {offer.kind !== 'none' && status !== 'withdrawn' && (
        <>
          <button type="button" className="button" disabled={acting.isPending} onClick={() => acting.mutate('decline')}>
            {t('policy.decline')}
          </button>
          <button type="button" className="button" data-kind="primary" disabled={!can_agree} onClick={onAgree}>
            {t('policy.agree')}
          </button>
        </>
      )}
      {status === 'active' && (
        <button
          type="button"
          className={offer.kind === 'none' ? 'button' : 'quiet'}
          disabled={acting.isPending}
          onClick={() => acting.mutate('pause')}
        >
          {t('policy.pause')}
        </button>
      )}
      {status === 'paused' && !stopped_at && (
        <button
          type="button"
          className={offer.kind === 'none' ? 'button' : 'quiet'}
          disabled={acting.isPending}
          onClick={() => acting.mutate('resume')}
        >
          {t('policy.resume')}
        </button>
      )}
      {offer.kind === 'none' && (status === 'active' || status === 'paused') && (
        <button type="button" className="button" data-kind="stop" onClick={() => setStopping(true)}>
          {t('policy.withdraw')}
        </button>
      )}
      {stopping && (
        <Sheet title={t('policy.withdrawTitle')} onClose={() => setStopping(false)}>
          <p className="muted">{t('policy.withdrawLead')}</p>
          <div className="pair-of-buttons">
            <button type="button" className="button" onClick={() => setStopping(false)}>
              {t('policy.keep')}
            </button>
            <button
              type="button"
              className="button"
              data-kind="danger"
              disabled={acting.isPending}
              onClick={() => acting.mutate('withdraw')}
            >
              {t('policy.withdraw')}
            </button>
          </div>
        </Sheet>
      )}
    </>
  )
}
