/** After Approve: the passphrase or the passkey, for this payment alone. What is signed is what was drawn, or nothing. */
import type { CheckedFacts } from '@pursestrings/ui/checked-facts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unlockSigningKeys } from '../keys/session.ts'
import type { Opener } from '../keys/vault.ts'
import { Sheet } from '../leaf/Sheet.tsx'
import type { Approved } from '../paying/payer.ts'
import { OpenerForm } from '../unlock/OpenerForm.tsx'
import { useRefusedWords } from './NoticeOf.tsx'
import { ReviewIcon } from './ReviewNotice.tsx'

interface Props {
  readonly approved: Approved
  readonly facts: CheckedFacts
  readonly onBack: () => void
  /** It is signed and kept: the paying page goes on. */
  readonly onKept: () => void
}

export const SignSheet = ({ approved, facts: { payee, payment }, onBack, onKept }: Props) => {
  const { t } = useTranslation()
  const refusedWords = useRefusedWords()
  const [refused, setRefused] = useState<string>()
  const [kept, setKept] = useState(false)
  // The next page is fetched while the passphrase is typed.
  useEffect(() => void import('../paying/Paying.tsx').catch(() => {}), [])
  const sign = async (opener: Opener): Promise<void> => {
    setRefused(undefined)
    const keys = await unlockSigningKeys(opener)
    const [{ payApproved, signerOf }, { lookNow }] = await Promise.all([
      import('../paying/payer.ts'),
      import('../paying/keep-going.ts'),
    ])
    await new Promise<void>((done) => {
      let is_kept = false
      const onceKept = () => {
        is_kept = true
        setKept(true)
        onKept()
        done()
      }
      payApproved(approved, { signer: signerOf(keys), device_key: keys.device_key, onKept: onceKept })
        .then((result) => {
          if (result.is === 'refused') setRefused(refusedWords(result.findings[0]?.code))
          lookNow()
        })
        .catch(() => {
          // From the journal on, whatever happens is the paying page's to tell.
          if (!is_kept) setRefused(t('review.sign.failed'))
          lookNow()
        })
        .finally(done)
    })
  }
  return (
    <Sheet
      title={t('review.sign.title', { amount: payment.amount, asset: payment.asset, payee: payee.name })}
      onClose={onBack}
    >
      <p className="muted" role="status">
        {t(kept ? 'review.sign.kept' : 'review.sign.lead')}
      </p>
      {!kept && (
        <OpenerForm
          run={sign}
          verb={t('review.sign.go')}
          busy={t('review.sign.going')}
          other={
            <button type="button" className="button" onClick={onBack}>
              {t('review.sign.back')}
            </button>
          }
        >
          {refused !== undefined && (
            <p className="field-fault" role="alert">
              {refused}
            </p>
          )}
          <p className="sheet-match muted">
            <ReviewIcon name="info" />
            {t('review.sign.match')}
          </p>
        </OpenerForm>
      )}
    </Sheet>
  )
}
