/** After Reject: nothing was paid, and a reason for whoever wants to give one. */
import { AmountView } from '@pursestrings/ui/AmountView'
import type { CheckedFacts } from '@pursestrings/ui/checked-facts'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { api, queries } from '../client.ts'
import { Leaf } from '../leaf/Leaf.tsx'
import { ReviewNotice } from './ReviewNotice.tsx'
import { type Rejection, tell, writeDown } from './rejections.ts'
import { SignRejection } from './SignRejection.tsx'

const REASONS = ['not_mine', 'wrong_amount', 'unknown_payee'] as const
type Reason = (typeof REASONS)[number]
const TOLD_AFTER_MS = 30_000

interface Props {
  readonly rejection: Rejection
  /** Undefined where nothing of the request can be trusted. */
  readonly facts: CheckedFacts | undefined
  /** The connection takes signed answers alone: it is told with the device's key. */
  readonly must_sign: boolean
  readonly done: 'pause' | 'disconnect' | undefined
  readonly onPause: () => void
}

/** Told once: by a button, by the time, or by leaving. */
const useTelling = (rejection: Rejection, must_sign: boolean) => {
  const told = useRef(false)
  const [isTold, setTold] = useState(false)
  const tellOnce = async (reason?: string): Promise<void> => {
    if (told.current || must_sign) return
    told.current = true
    setTold(true)
    try {
      await tell(api(), { ...rejection, ...(reason !== undefined && { reason }) })
    } catch {
      // It stays written down, and is told at the next start.
    }
    readAgain()
  }
  const latest = useRef(tellOnce)
  latest.current = tellOnce
  useEffect(() => {
    const timer = setTimeout(() => void latest.current(), TOLD_AFTER_MS)
    return () => {
      clearTimeout(timer)
      void latest.current()
    }
  }, [])
  return { tellOnce, isTold }
}

const readAgain = (): void => {
  void queries.invalidateQueries({ queryKey: ['request'] })
  void queries.invalidateQueries({ queryKey: ['requests'] })
}

export const Rejected = ({ rejection, facts, must_sign, done, onPause }: Props) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { tellOnce, isTold } = useTelling(rejection, must_sign)
  const [reason, setReason] = useState<Reason>()
  const [signing, setSigning] = useState<Rejection>()
  const leave = (given?: Reason) => {
    const words = given && t(`review.rejected.reasons.${given}`)
    if (must_sign) return setSigning({ ...rejection, ...(words !== undefined && { reason: words }) })
    void tellOnce(words)
    void navigate('/')
  }
  return (
    <Leaf
      title={t('review.title.rejected')}
      foot={
        <>
          <button type="button" className={isTold ? 'button is-alone' : 'button'} onClick={() => leave()}>
            {t(isTold ? 'review.toInbox' : 'review.rejected.skip')}
          </button>
          {!isTold && (
            <button
              type="button"
              className="button"
              data-kind="primary"
              disabled={reason === undefined}
              onClick={() => leave(reason)}
            >
              {t('review.rejected.send')}
            </button>
          )}
          {done === undefined && (
            <button type="button" className="quiet" onClick={onPause}>
              {t('review.rejected.pause')}
            </button>
          )}
        </>
      }
    >
      <div className="review">
        <section className="review-card rejected">
          <StatusGlyph tone="idle" glyph="bar" size={44} />
          {facts && <AmountView amount={facts.payment.amount} asset={facts.payment.asset} size="l" />}
          <p className="muted">
            {facts ? t('review.rejected.nothing', { payee: facts.payee.name }) : t('review.rejected.nothingAtAll')}
          </p>
        </section>
        {done !== undefined && (
          <ReviewNotice
            tone="ink"
            icon="pause"
            bold={t(done === 'pause' ? 'review.rejected.paused' : 'review.rejected.disconnected')}
          />
        )}
        <fieldset className="reasons" disabled={isTold}>
          <legend>
            <b>{t('review.rejected.why')}</b> <span className="muted">{t('review.rejected.optional')}</span>
          </legend>
          {REASONS.map((one) => (
            <label key={one}>
              {t(`review.rejected.reasons.${one}`)}
              <input type="radio" name="reason" checked={reason === one} onChange={() => setReason(one)} />
            </label>
          ))}
        </fieldset>
      </div>
      {signing && (
        <SignRejection
          rejection={signing}
          onTold={() => {
            readAgain()
            void navigate('/')
          }}
          onLater={() => {
            writeDown(signing)
            void navigate('/')
          }}
        />
      )}
    </Leaf>
  )
}
