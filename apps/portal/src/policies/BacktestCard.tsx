/** The last 90 days through the policy, and through the limits that are being tried: a picture, a table, and what would change. */
import type { AutomationPolicy } from '@pursestrings/sdk'
import { AmountView } from '@pursestrings/ui/AmountView'
import { BacktestChart, BacktestKey } from '@pursestrings/ui/charts/BacktestChart'
import { type Backtest, type Replayed, replayedOf, runningTotal } from '@pursestrings/ui/charts/backtest'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../client.ts'
import { dayOf } from '../frame/day.ts'
import { Fault } from '../frame/Fault.tsx'
import type { termsOf } from './limits.ts'
import { useRecipients } from './use-payees.ts'

const DAYS = 90
const TABLE_MAX = 100
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const TIME = { hour: '2-digit', minute: '2-digit' } as const
const DAY = { day: 'numeric', month: 'short' } as const

interface Props {
  readonly policy: AutomationPolicy
  readonly terms: ReturnType<typeof termsOf>
}

export const BacktestCard = ({ policy, terms }: Props) => {
  const { t } = useTranslation()
  const asked = useDeferredValue(terms)
  const read = useQuery({
    queryKey: ['backtest', policy.id, policy.version, asked],
    queryFn: () =>
      api.automationPolicies
        .backtest(policy.id, { days: DAYS, ...(asked && { terms: asked }) })
        .then((answer) => answer),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  if (read.error) return <Fault error={read.error} onAgain={() => void read.refetch()} />
  if (!read.data) return <section className="card pad" aria-busy="true" />
  const replayed = replayedOf(read.data)
  const changes = replayed.filter(({ mark }) => mark === 'changes').toReversed()
  return (
    <>
      <section className="card pad">
        <h2>
          {t(asked ? 'backtest.titleNew' : 'backtest.title')}{' '}
          <span className="muted card-note">{t('backtest.count', { n: read.data.intents })}</span>
        </h2>
        {replayed.length === 0 ? (
          <p className="muted">{t('backtest.empty')}</p>
        ) : (
          <Chart policy={policy} answer={read.data} replayed={replayed} terms={asked} />
        )}
      </section>
      {asked && replayed.length > 0 && (
        <section className="card">
          <h2 className="card-title">
            {t('backtest.changes')}{' '}
            <span className="muted">{t('backtest.of', { n: changes.length, all: read.data.intents })}</span>
          </h2>
          {changes.length === 0 ? (
            <p className="in-card muted">{t('backtest.same')}</p>
          ) : (
            <Changes policy={policy} rows={changes} />
          )}
        </section>
      )}
    </>
  )
}

const Chart = ({
  policy,
  answer,
  replayed,
  terms,
}: Props & { readonly answer: Backtest; readonly replayed: readonly Replayed[] }) => {
  const { t, i18n } = useTranslation()
  const single = policy.single_tx_limit ?? '0'
  const limit = terms?.cumulative_limit ?? policy.cumulative_limit ?? '0'
  const now = runningTotal(replayed, 'now')
  const other = runningTotal(replayed, 'other')
  const counts = (mark: Replayed['mark']) => replayed.filter((one) => one.mark === mark).length
  const sumOf = (line: typeof now) => Number((line.at(-1)?.[1] ?? 0).toFixed(4))
  // A connection that is younger than the days looked at has its own scale.
  const to = Date.parse(answer.to)
  const first = Date.parse(replayed[0]?.entry.at ?? answer.from)
  const from = Math.max(Date.parse(answer.from), Math.min(first, to - HOUR_MS) - (to - first) / 20)
  const style = to - from < 2 * DAY_MS ? TIME : DAY
  const day = new Intl.DateTimeFormat(i18n.language, style)
  const label = t('backtest.label', {
    all: replayed.length,
    automatic: counts('automatic'),
    changes: counts('changes'),
    asks: counts('asks'),
  })
  const marks = (['automatic', 'changes', 'asks'] as const).filter((mark) => mark !== 'changes' || terms)
  return (
    <>
      <BacktestChart
        label={label}
        from={from}
        to={to}
        points={replayed.map(({ entry, mark }) => ({ at: Date.parse(entry.at), amount: Number(entry.amount), mark }))}
        single={{
          now: { value: Number(single), label: t('backtest.now', { n: single }) },
          ...(terms?.single_tx_limit !== undefined && {
            proposed: {
              value: Number(terms.single_tx_limit),
              label: t('backtest.proposed', { n: terms.single_tx_limit }),
            },
          }),
        }}
        total={{
          limit: { value: Number(limit), label: t('backtest.limit', { n: limit }) },
          now,
          nowLabel: t('backtest.now', { n: sumOf(now) }),
          ...(terms && { proposed: other, proposedLabel: t('backtest.proposed', { n: sumOf(other) }) }),
        }}
        dayText={(at) => day.format(at)}
      />
      <ul className="chart-keys">
        {marks.map((mark) => (
          <li key={mark}>
            <BacktestKey mark={mark} />
            {t(`backtest.mark.${mark}`)}
          </li>
        ))}
      </ul>
      <details>
        <summary>{t('backtest.table')}</summary>
        <Changes policy={policy} rows={replayed.toReversed().slice(0, TABLE_MAX)} />
      </details>
    </>
  )
}

const Changes = ({ policy, rows }: { readonly policy: AutomationPolicy; readonly rows: readonly Replayed[] }) => {
  const { t } = useTranslation()
  const { data = [] } = useRecipients()
  const nameOf = (id: string) => data.find(({ recipient_id }) => recipient_id === id)?.name ?? id
  return (
    <table className="plain backtest-rows">
      <thead>
        <tr>
          {(['date', 'amount', 'to', 'now', 'other'] as const).map((name) => (
            <th key={name} scope="col" className={`is-${name}`}>
              {t(`backtest.columns.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ entry, now, other }, i) => (
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={i} data-changed={now === other ? undefined : ''}>
            <td className="is-date muted">{dayOf(entry.at)}</td>
            <td className="is-amount">
              <AmountView amount={entry.amount} asset={policy.asset} />
            </td>
            <td className="is-to">{nameOf(entry.recipient_id)}</td>
            <td className="is-now">{t(`backtest.outcome.${now}`)}</td>
            <td className="is-other">{t(`backtest.outcome.${other}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
