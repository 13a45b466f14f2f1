/** Other ways to pay the same facts: Freighter signs and this wallet does the rest, or a SEP-7 link leaves it all to others. */
import { walletLink } from '@pursestrings/sdk'
import type { CheckedFacts } from '@pursestrings/ui/checked-facts'
import { Sheet } from '@pursestrings/ui/Sheet'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Approved } from '../paying/payer.ts'
import { writeHandOver } from './handed-over.ts'
import { useRefusedWords } from './NoticeOf.tsx'

interface Props {
  readonly approved: Approved
  readonly facts: CheckedFacts
  /** The connection takes answers that this wallet has signed, and no others. */
  readonly must_sign: boolean
  readonly onKept: () => void
}

export const OtherWallets = (props: Props) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        {t('review.other.open')}
      </button>
      {open && <Choice {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

const useFreighter = ({ approved, onKept }: Props) => {
  const { t } = useTranslation()
  const refusedWords = useRefusedWords()
  const [asking, setAsking] = useState(false)
  const [fault, setFault] = useState<string>()
  const pay = async (): Promise<void> => {
    setAsking(true)
    setFault(undefined)
    const [{ FreighterFault, freighterSigner }, { payApproved }, { lookNow }] = await Promise.all([
      import('../paying/freighter.ts'),
      import('../paying/payer.ts'),
      import('../paying/keep-going.ts'),
    ])
    let kept = false
    try {
      const signer = await freighterSigner()
      const onceKept = () => {
        kept = true
        onKept()
      }
      const result = await payApproved(approved, { signer, onKept: onceKept })
      if (result.is === 'refused') setFault(refusedWords(result.findings[0]?.code))
    } catch (failure) {
      const absent = failure instanceof FreighterFault && failure.reason === 'absent'
      if (!kept) setFault(t(absent ? 'review.other.noFreighter' : 'review.other.refused'))
    } finally {
      setAsking(false)
      lookNow()
    }
  }
  return { asking, fault, pay: () => void pay() }
}

/** Made of what was checked, never of a link that came with the answer. Null where SEP-7 has no words for the payment. */
const useLink = (facts: CheckedFacts): string | null | undefined =>
  useQuery({
    queryKey: ['wallet link', facts],
    queryFn: async () => (await walletLink(facts)) ?? null,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  }).data

const Choice = (props: Props & { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const { approved, facts, must_sign, onClose } = props
  const freighter = useFreighter(props)
  const uri = useLink(facts)
  return (
    <Sheet title={t('review.other.title')} onClose={onClose}>
      <p className="muted">{t(must_sign ? 'review.other.mustSign' : 'review.other.freighterLead')}</p>
      {!must_sign && (
        <button type="button" className="button" disabled={freighter.asking} onClick={freighter.pay}>
          {t(freighter.asking ? 'review.other.asking' : 'review.other.freighter')}
        </button>
      )}
      <p className="field-fault" role="alert">
        {freighter.fault}
      </p>
      {uri != null && (
        <>
          <p className="muted">{t('review.other.linkLead')}</p>
          <a className="button" href={uri} onClick={() => writeHandOver(approved)}>
            {t('review.other.link')}
          </a>
        </>
      )}
      <button type="button" className="quiet" onClick={onClose}>
        {t('review.other.back')}
      </button>
    </Sheet>
  )
}
