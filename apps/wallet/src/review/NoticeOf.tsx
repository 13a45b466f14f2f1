/** Which words, tone and icon a notice has. */
import { grouped } from '@pursestrings/ui/AmountView'
import { plain } from '@pursestrings/ui/agent-text'
import { useTranslation } from 'react-i18next'
import { ReviewNotice } from './ReviewNotice.tsx'
import type { Notice } from './review-of.ts'
import { agoOf, timeOf } from './words-of-time.ts'

// Why the engine would not sign, in words.

const WORDED = [
  'real_money',
  'facts_changed',
  'signed_before',
  'payment_in_flight',
  'pays_itself',
  'payer_needs_signers',
  'payer_no_trustline',
  'payer_not_authorized',
  'memo_required',
  'too_late',
  'agent_key_unknown',
  'beyond_policy',
] as const

export const useRefusedWords = () => {
  const { t } = useTranslation()
  return (code = 'unknown'): string => {
    const worded = WORDED.find((one) => one === code)
    return worded ? t(`review.refused.${worded}`) : t('review.refused.other', { code })
  }
}

export const NoticeOf = ({ notice }: { readonly notice: Notice }) => {
  const { t } = useTranslation()
  const refusedWords = useRefusedWords()
  switch (notice.is) {
    case 'wrong':
      return (
        <ReviewNotice
          tone="stop"
          icon="octagon"
          bold={t('review.notice.wrong.bold')}
          rest={t('review.notice.wrong.rest')}
        />
      )
    case 'unknown_key':
      return (
        <ReviewNotice
          tone="stop"
          icon="key"
          bold={t('review.notice.unknown_key.bold')}
          rest={t('review.notice.unknown_key.rest')}
        />
      )
    case 'wrong_terms': {
      const { finding } = notice
      const words = `review.notice.wrong_terms.${finding.code}` as const
      const [host, domain] = finding.code === 'wrong_host' ? [plain(finding.host), finding.domain] : ['', '']
      return (
        <ReviewNotice
          tone="stop"
          icon="octagon"
          bold={t(`${words}.bold`, { host })}
          rest={t(`${words}.rest`, { domain })}
        />
      )
    }
    case 'agent_key':
      return (
        <ReviewNotice
          tone="look"
          icon="key"
          bold={t('review.notice.agent_key.bold')}
          rest={t('review.notice.agent_key.rest')}
        >
          <p className="paying-hash">{notice.agent_key.match(/.{1,4}/g)?.join(' ')}</p>
        </ReviewNotice>
      )
    case 'not_verified':
      return (
        <ReviewNotice
          tone="stop"
          icon="octagon"
          bold={t('review.notice.not_verified.bold')}
          rest={t('review.notice.not_verified.rest')}
        />
      )
    case 'split_view':
    case 'not_on_record':
      return (
        <ReviewNotice
          tone="stop"
          icon="shield"
          bold={t(`review.notice.${notice.is}.bold`)}
          rest={t(`review.notice.${notice.is}.rest`)}
        />
      )
    case 'expired':
      return (
        <ReviewNotice
          tone="ink"
          icon="clock"
          bold={t('review.notice.expired.bold')}
          rest={t('review.notice.expired.rest')}
        />
      )
    case 'under_way':
      return (
        <ReviewNotice
          tone="ink"
          icon="info"
          bold={t('review.notice.under_way.bold')}
          rest={t('review.notice.under_way.rest')}
        />
      )
    case 'answered': {
      const status = notice.status === 'pending' || notice.status === 'expired' ? 'failed' : notice.status
      const words = `review.notice.answered.${status}` as const
      return <ReviewNotice tone="ink" icon="info" bold={t(`${words}.bold`)} rest={t(`${words}.rest`)} />
    }
    case 'disconnected':
      return (
        <ReviewNotice
          tone="look"
          icon="alert"
          bold={t('review.notice.disconnected.bold')}
          rest={t('review.notice.disconnected.rest', { time: timeOf(notice.until) })}
        />
      )
    case 'cannot_receive':
      return (
        <ReviewNotice
          tone="look"
          icon="alert"
          bold={t('review.notice.cannot_receive.bold', { asset: notice.asset })}
          rest={t('review.notice.cannot_receive.rest')}
        />
      )
    case 'short': {
      const { available, needed, reserve, asset } = notice.funds
      return (
        <ReviewNotice
          tone="look"
          icon="alert"
          bold={t('review.notice.short.bold', { available, needed, asset })}
          {...(reserve !== undefined && { rest: t('review.notice.short.reserve', { reserve }) })}
        />
      )
    }
    case 'changed':
      return (
        <ReviewNotice
          tone="look"
          icon="alert"
          bold={
            notice.at === undefined
              ? t('review.notice.changed.unsaid')
              : t('review.notice.changed.bold', { ago: agoOf(notice.at) })
          }
          rest={t('review.notice.changed.rest', { payee: notice.payee })}
        />
      )
    case 'unusual':
      return (
        <ReviewNotice
          tone="look"
          icon="alert"
          bold={t('review.notice.unusual.bold')}
          rest={t('review.notice.unusual.rest', {
            ...notice,
            most: grouped(notice.most),
            factor: grouped(String(notice.factor)),
          })}
        />
      )
    case 'elsewhere':
      return (
        <ReviewNotice
          tone="look"
          icon="alert"
          bold={t('review.notice.elsewhere.bold', { network: notice.network })}
          rest={t('review.notice.elsewhere.rest')}
        />
      )
    case 'refused':
      return <ReviewNotice tone="look" icon="alert" bold={refusedWords(notice.because)} />
    case 'paused':
      return (
        <ReviewNotice
          tone="ink"
          icon="pause"
          bold={t('review.notice.paused.bold')}
          rest={t('review.notice.paused.rest')}
        />
      )
    case 'first':
      return (
        <ReviewNotice
          tone="look"
          icon="info"
          bold={t('review.notice.first.bold')}
          rest={t(`review.notice.first.${notice.listed ? 'listed' : 'rest'}`, { domain: notice.domain })}
        />
      )
    default:
      return (
        <ReviewNotice
          tone="look"
          icon="alert"
          bold={t(`review.notice.${notice.is}.bold`)}
          rest={t(`review.notice.${notice.is}.rest`)}
        />
      )
  }
}
