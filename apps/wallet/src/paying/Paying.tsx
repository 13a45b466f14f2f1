/** Did it work? Its steps with their times, from the journal: closing the page, or the browser, changes nothing. */
import '../review/review.css'
import './paying.css'
import { type AuthorizationEntry, isAuthorization } from '@pursestrings/signing/journal'
import { AmountView } from '@pursestrings/ui/AmountView'
import { SaveReceipt } from '@pursestrings/ui/SaveReceipt'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Skeleton } from '../frame/Skeleton.tsx'
import { Leaf } from '../leaf/Leaf.tsx'
import { readReceipt } from '../receipts/read-receipt.ts'
import { pathOf } from '../requests/payment.ts'
import { readPayment, useAsked } from '../requests/use-asked.ts'
import type { Asked } from '../review/check-request.ts'
import { ReviewNotice } from '../review/ReviewNotice.tsx'
import { serviceKeys } from '../review/service-keys.ts'
import { timeOf } from '../review/words-of-time.ts'
import { entryFor } from './journal.ts'
import { lookNow } from './keep-going.ts'
import { Steps } from './Steps.tsx'
import { type PayingView, viewOf } from './steps-of.ts'
import { keyOf, useTold } from './told.ts'

type Entry = NonNullable<ReturnType<typeof useEntry>['data']>

const LOOK_MS = 1_000
const ASK_MS = 3_000
/** After its bound, one more ledger has to close. */
const CERTAIN_AFTER_S = 60

export const Paying = () => {
  const { t } = useTranslation()
  const asked = useAsked()
  const told = useTold(keyOf(asked))
  const journal = useEntry(asked)
  const entry = journal.data ?? undefined
  const read = useRequestOf(asked)
  const view = viewOf({ entry, told, request: read.data?.request })
  const transaction =
    entry && (entry.transaction_hash ?? (isAuthorization(entry) ? entry.seen?.transaction_hash : undefined))
  useEverySecond(() => void journal.refetch(), view.ending === undefined)
  useEffect(() => lookNow(), [])
  return (
    <Leaf
      title={t(`paying.title.${titleOf(view, entry)}`)}
      foot={
        <Link className="button is-alone" to="/">
          {t('paying.toInbox')}
        </Link>
      }
    >
      <div className="review">
        {read.data?.facts && (
          <section className="review-card">
            <AmountView amount={read.data.facts.payment.amount} asset={read.data.facts.payment.asset} size="l" />
            <p>
              <bdi>{t('paying.to', { payee: read.data.facts.payee.name })}</bdi>
            </p>
          </section>
        )}
        {journal.data === undefined && <Skeleton as="card" lines={5} />}
        {journal.data === null && <p className="muted">{t('paying.none')}</p>}
        {entry && <Notice entry={entry} view={view} />}
        {entry && <Steps view={view} entry={entry} told={told} />}
        {entry && (transaction !== undefined || view.ending === 'paid') && (
          <section className="review-card">
            <h2 className="muted paying-small">{t('paying.transaction')}</h2>
            <p className="paying-hash">{transaction?.match(/.{1,4}/g)?.join(' ')}</p>
            {view.ending === 'paid' && (
              <>
                <SaveReceipt
                  read={() => readReceipt(asked)}
                  request_id={asked.request_id}
                  label={t('paying.receipt.save')}
                  none={t('paying.receipt.none')}
                />
                <Link className="link" to={pathOf('receipt', asked)}>
                  {t('receipt.see')}
                </Link>
              </>
            )}
          </section>
        )}
        {entry && view.ending === undefined && (
          <p className="muted">{t(isAuthorization(entry) ? 'paying.once.close' : 'paying.close')}</p>
        )}
      </div>
    </Leaf>
  )
}

const useEntry = (asked: Asked) =>
  useQuery({
    queryKey: ['journal', asked.connection_id, asked.request_id, asked.kind],
    queryFn: async () => (await entryFor(asked)) ?? null,
    networkMode: 'always',
  })

const titleOf = ({ is_unknown, ending }: PayingView, entry: Entry | undefined) => {
  if (is_unknown) return 'unknown'
  if (ending !== undefined || entry === undefined || !isAuthorization(entry)) return ending ?? 'going'
  if (entry.handed_at === undefined) return 'handing'
  return entry.seen === undefined ? 'approved' : 'sighted'
}

/** The request's words are shown only as far as they are checked. */
const useRequestOf = (asked: Asked) =>
  useQuery({
    queryKey: ['request', asked.connection_id, asked.request_id, asked.kind, 'checked'],
    queryFn: async () => {
      const request = await readPayment(asked)
      const check = await (await serviceKeys()).check(request, asked)
      return { request, facts: check.is === 'checked' ? check.facts : undefined }
    },
    structuralSharing: false,
    refetchInterval: ({ state }) => (state.data?.request.settlement.assurance === 'chain_observed' ? false : ASK_MS),
  })

const useEverySecond = (look: () => void, wanted: boolean): void => {
  const [, setTick] = useState(0)
  useEffect(() => {
    if (!wanted) return
    const timer = setInterval(() => {
      setTick((n) => n + 1)
      look()
    }, LOOK_MS)
    return () => clearInterval(timer)
  })
}

/** What the agent can do with an approval, and what became of it. */
const ApprovalNotice = ({ entry, view }: { readonly entry: AuthorizationEntry; readonly view: PayingView }) => {
  const { t } = useTranslation()
  const time = timeOf(entry.max_time * 1000)
  const handed = entry.handed_at !== undefined
  if (view.ending === 'failed') {
    const words = handed ? 'unused' : 'unreached'
    return (
      <ReviewNotice
        tone="ink"
        icon="clock"
        bold={t(`paying.once.${words}.bold`)}
        rest={t(`paying.once.${words}.rest`, { time })}
      />
    )
  }
  if (view.is_unknown) {
    const words = handed ? 'unseen' : 'unanswered'
    return (
      <ReviewNotice
        tone="look"
        icon="alert"
        bold={t(`paying.once.${words}.bold`)}
        rest={t(`paying.once.${words}.rest`, { time })}
      />
    )
  }
  if (view.ending !== undefined || !handed) return null
  const over = Date.now() >= entry.max_time * 1000
  const words = entry.seen ? 'sighted' : over ? 'over' : 'open'
  return (
    <ReviewNotice
      tone="ink"
      icon="info"
      bold={t(`paying.once.${words}.bold`, { time })}
      rest={t(`paying.once.${words}.rest`, { time })}
    />
  )
}

const Notice = ({ entry, view }: { readonly entry: Entry; readonly view: PayingView }) => {
  const { t } = useTranslation()
  const { ending, reason, unproven } = view
  if (unproven) {
    const [bold, rest] = [t(`paying.unproven.${unproven}.bold`), t(`paying.unproven.${unproven}.rest`)]
    return <ReviewNotice tone="look" icon="alert" bold={bold} rest={rest} />
  }
  if (isAuthorization(entry) && ending !== 'not_sent' && ending !== 'lost')
    return <ApprovalNotice entry={entry} view={view} />
  if (view.is_unknown) {
    const time = timeOf((entry.max_time + CERTAIN_AFTER_S) * 1000)
    return (
      <ReviewNotice
        tone="look"
        icon="alert"
        bold={t('paying.unknown.bold')}
        rest={t('paying.unknown.rest', { time })}
      />
    )
  }
  if (ending === 'failed') {
    const known = reason === 'expired_unapplied' || reason === 'sequence_conflict' ? reason : 'other'
    return (
      <ReviewNotice
        tone="stop"
        icon="octagon"
        bold={t(`paying.failed.${known}.bold`)}
        rest={t(`paying.failed.${known}.rest`, { reason: reason ?? '' })}
      />
    )
  }
  if (ending === 'not_sent' || ending === 'lost') {
    return <ReviewNotice tone="look" icon="alert" bold={t(`paying.${ending}.bold`)} rest={t(`paying.${ending}.rest`)} />
  }
  return null
}
