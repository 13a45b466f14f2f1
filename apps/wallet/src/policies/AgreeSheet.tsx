/** The agreement is signed with this device's own key, over the digest that was made from what is shown. */
import { ApiError, type AutomationPolicy } from '@countersign/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queries, signingClient } from '../client.ts'
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
  const agree = async (opener: Opener): Promise<void> => {
    setRefused(undefined)
    const { device_key } = await unlockSigningKeys(opener)
    try {
      const client = await signingClient(openedDevice(), device_key)
      await client.automationPolicies.optIn(policy.id, await client.signConsent(policy_digest))
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
