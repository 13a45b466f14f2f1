/** The last 90 days under the limits in force and under those that are asked for: a picture, and the same in numbers. */
import type { AutomationPolicy } from '@pursestrings/sdk'
import { BacktestChart, BacktestKey, type BacktestMark } from '@pursestrings/ui/charts/BacktestChart'
import { type Replayed, replayedOf, runningTotal } from '@pursestrings/ui/charts/backtest'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../client.ts'
import { Loading } from '../frame/Loading.tsx'
import { dayOf } from '../review/words-of-time.ts'

const DAYS = 90
const DAY_MS = 86_400_000

const termsOf = ({ proposed }: AutomationPolicy) => {
  if (proposed === null) return undefined
  const { single_tx_limit, cumulative_limit, validity_window, allowlist } = proposed
  return {
    ...(single_tx_limit !== null && { single_tx_limit }),
    ...(cumulative_limit !== null && { cumulative_limit }),
    ...(validity_window !== null && { validity_window }),
    ...(allowlist.length > 0 && { allowlist: [...allowlist] }),
  }
}

export const Past = ({ policy }: { readonly policy: AutomationPolicy }) => {
  const { t } = useTranslation()
  const terms = termsOf(policy)
  const read = useQuery({
    queryKey: ['policy', policy.id, 'past', policy.version],
    queryFn: async () => await api().automationPolicies.backtest(policy.id, { days: DAYS, ...(terms && { terms }) }),
    staleTime: 60_000,
  })
  const replayed = read.data && replayedOf(read.data)
  return (
    <section className="review-card">
      <h2>{t('policy.past', { days: DAYS })}</h2>
      <Loading of={read} as="text" lines={4} />
      {replayed?.length === 0 && <p className="muted">{t('policy.pastEmpty')}</p>}
      {replayed && replayed.length > 0 && read.data && (
        <Drawn policy={policy} replayed={replayed} to={Date.parse(read.data.to)} />
      )}
    </section>
  )
}

interface DrawnProps {
  readonly policy: AutomationPolicy
  readonly replayed: readonly Replayed[]
  readonly to: number
}

const Drawn = ({ policy: { single_tx_limit, cumulative_limit, proposed }, replayed, to }: DrawnProps) => {
  const { t } = useTranslation()
  const count = (mark: BacktestMark) => replayed.filter((one) => one.mark === mark).length
  const marks = (['automatic', 'changes', 'asks'] as const).filter((mark) => mark !== 'changes' || proposed !== null)
  const first = Date.parse(replayed[0]?.entry.at ?? '')
  const single = single_tx_limit ?? '0'
  const total = proposed?.cumulative_limit ?? cumulative_limit ?? '0'
  return (
    <>
      <BacktestChart
        label={t('policy.pastLabel', {
          all: replayed.length,
          days: DAYS,
          automatic: count('automatic'),
          changes: count('changes'),
          asks: count('asks'),
        })}
        // A connection that is younger than the days looked at has its own scale.
        from={Math.max(to - DAYS * DAY_MS, Math.min(first, to - DAY_MS))}
        to={to}
        points={replayed.map(({ entry, mark }) => ({ at: Date.parse(entry.at), amount: Number(entry.amount), mark }))}
        single={{
          now: { value: Number(single), label: single },
          ...(proposed?.single_tx_limit != null &&
            proposed.single_tx_limit !== single && {
              proposed: { value: Number(proposed.single_tx_limit), label: proposed.single_tx_limit },
            }),
        }}
        total={{
          limit: { value: Number(total), label: total },
          now: runningTotal(replayed, 'now'),
          nowLabel: '',
          ...(proposed !== null && { proposed: runningTotal(replayed, 'other'), proposedLabel: '' }),
        }}
        dayText={(at) => dayOf(new Date(at).toISOString())}
      />
      <ul className="policy-marks">
        {marks.map((mark) => (
          <li key={mark}>
            <BacktestKey mark={mark} />
            {proposed === null && mark !== 'changes'
              ? t(`policy.markNow.${mark}`, { count: count(mark) })
              : t(`policy.mark.${mark}`, { count: count(mark) })}
          </li>
        ))}
      </ul>
    </>
  )
}
