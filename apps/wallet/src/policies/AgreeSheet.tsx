/**
 * The agreement is signed with this device's own key, over the digest that was made from what is shown, and kept here: this device pays
 * by what was agreed to on it, and by nothing else. It may begin at once, for as long as the person says.
 */
import { ApiError, type AutomationPolicy } from '@pursestrings/sdk'
import { agreedOf } from '@pursestrings/signing/agreed-policy'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keepAgreed } from '../automatic/agreed.ts'
import { HOLD_PRESET, HowLong } from '../automatic/HowLong.tsx'
import { goOn } from '../automatic/stopped.ts'
import { wakeAutomatic } from '../automatic/wake.ts'
import { queries, signingClient } from '../client.ts'
import { holdKeys } from '../keys/held-keys.ts'
import { openedDevice, unlockSigningKeys } from '../keys/session.ts'
import type { Opener } from '../keys/vault.ts'
import { Sheet } from '../leaf/Sheet.tsx'
import { OpenerForm } from '../unlock/OpenerForm.tsx'

interface Props {
  readonly policy: AutomationPolicy
  readonly policy_digest: string
  readonly onClose: () => void
}

export const AgreeSheet = ({ policy, policy_digest, onClose }: Props) => {
  const { t } = useTranslation()
  const [refused, setRefused] = useState<string>()
  const [minutes, setMinutes] = useState<number>(HOLD_PRESET)
  const agree = async (opener: Opener): Promise<void> => {
    setRefused(undefined)
    const keys = await unlockSigningKeys(opener)
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
      setRefused(failure.code === 'consent_outdated' ? t('policy.outdated') : failure.message)
    } finally {
      void queries.invalidateQueries({ queryKey: ['policy'] })
      void queries.invalidateQueries({ queryKey: ['policies'] })
    }
  }
  return (
    <Sheet title={t('policy.agreeTitle')} onClose={onClose}>
      <p className="muted">{t('policy.agreeLead')}</p>
      <HowLong minutes={minutes} onChange={setMinutes} optional />
      <OpenerForm
        run={agree}
        verb={t('policy.agree')}
        busy={t('policy.agreeing')}
        other={
          <button type="button" className="button" onClick={onClose}>
            {t('review.sign.back')}
          </button>
        }
      >
        {refused !== undefined && (
          <p className="field-fault" role="alert">
            {refused}
          </p>
        )}
      </OpenerForm>
    </Sheet>
  )
}
