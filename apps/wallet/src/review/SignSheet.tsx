/** After Approve: the passphrase or the passkey, for this payment alone. What is signed is what was drawn, or nothing. */
import type { CheckedFacts } from '@pursestrings/ui/checked-facts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pinAgentKeys } from '../agents/agent-keys.ts'
import { Icon } from '../frame/Icon.tsx'
import { unlockSigningKeys } from '../keys/session.ts'
import type { Opener } from '../keys/vault.ts'
import type { Approved } from '../paying/payer.ts'
import { Refusal } from '../unlock/OpenerForm.tsx'
import { OpenerSheet } from '../unlock/OpenerSheet.tsx'
import { useRefusedWords } from './NoticeOf.tsx'
import { timeOf } from './words-of-time.ts'

interface Props {
  readonly approved: Approved
  readonly facts: CheckedFacts
  readonly onBack: () => void
  /** It is signed and kept: the paying page goes on. */
  readonly onKept: () => void
}

export const SignSheet = ({
  approved,
  facts: { payee, payment, connection_id, expires_at },
  onBack,
  onKept,
}: Props) => {
  const { t } = useTranslation()
  const refusedWords = useRefusedWords()
  const [kept, setKept] = useState(false)
  const once = payment.method === 'evm.eip3009'
  // The next page is fetched while the passphrase is typed.
  useEffect(() => void import('../paying/Paying.tsx').catch(() => {}), [])
  const sign = async (opener: Opener): Promise<void> => {
    const more = once ? (await import('../ledger/evm/evm-keys.ts')).withEvmKey : undefined
    const keys = await unlockSigningKeys(opener, more)
    const [{ payApproved }, { lookNow }] = await Promise.all([
      import('../paying/payer.ts'),
      import('../paying/keep-going.ts'),
    ])
    let is_kept = false
    const onceKept = () => {
      is_kept = true
      setKept(true)
      onKept()
    }
    try {
      const result = await payApproved(approved, { keys, onKept: onceKept })
      // The person looked at it, so it is this agent's from now on.
      if (result.is !== 'refused' && approved.agent_key !== undefined)
        await pinAgentKeys(connection_id, [approved.agent_key])
      if (result.is === 'refused') throw new Refusal(refusedWords(result.findings[0]?.code))
    } catch (fault) {
      if (fault instanceof Refusal) throw fault
      // From the journal on, whatever happens is the paying page's to tell.
      if (!is_kept) throw new Refusal(t('review.sign.failed'), { cause: fault })
    } finally {
      lookNow()
    }
  }
  return (
    <OpenerSheet
      title={t(once ? 'review.sign.titleOnce' : 'review.sign.title', {
        amount: payment.amount,
        asset: payment.asset,
        payee: payee.name,
      })}
      lead={t(kept ? 'review.sign.kept' : 'review.sign.lead')}
      over={kept}
      run={sign}
      verb={t(once ? 'review.sign.goOnce' : 'review.sign.go')}
      busy={t('review.sign.going')}
      no={t('review.sign.back')}
      onClose={onBack}
    >
      <p className="sign-match muted">
        <Icon name="info" size={20} />
        {once ? t('review.sign.matchOnce', { time: timeOf(expires_at) }) : t('review.sign.match')}
      </p>
    </OpenerSheet>
  )
}
