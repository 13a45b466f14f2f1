/** Is all well? What needs a look first, then four figures and three charts over the chosen time. */
import './overview.css'
import type { Overview as OverviewRecord } from '@pursestrings/sdk'
import { StackedBars } from '@pursestrings/ui/charts/StackedBars'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { api } from '../client.ts'
import { Heading } from '../frame/Heading.tsx'
import { Loading } from '../frame/Loading.tsx'
import { STANDS, type Stands } from '../requests/stands.ts'
import { Answers } from './Answers.tsx'
import { Deliveries } from './Deliveries.tsx'
import { Figures } from './Figures.tsx'
import { Notices } from './Notices.tsx'

const DAY_MS = 86_400_000
const RANGES = { day: 1, week: 7, month: 30, quarter: 90 } as const
type Range = keyof typeof RANGES

/** Its hours and days are UTC's, as the service counts them. */
const read = async (range: Range) => {
  const from = new Date(Date.now() - (RANGES[range] - (range === 'day' ? 0 : 1)) * DAY_MS)
  const bucket = range === 'day' ? 'hour' : 'day'
  return (await api.overview.read({ bucket, from: from.toISOString() })).overview
}

export const Overview = () => {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const range = (Object.keys(RANGES) as Range[]).find((name) => name === query.get('range')) ?? 'month'
  const overview = useQuery({
    queryKey: ['overview', range],
    queryFn: () => read(range),
    placeholderData: (before) => before,
  })
  return (
    <div className="page">
      <Heading
        title={t('overview.title')}
        action={
          <fieldset className="ranges">
            <legend className="visually-hidden">{t('overview.range')}</legend>
            {(Object.keys(RANGES) as Range[]).map((name) => (
              <label key={name}>
                <input
                  type="radio"
                  name="range"
                  checked={range === name}
                  onChange={() => setQuery({ range: name }, { replace: true })}
                />
                {t(`overview.ranges.${name}`)}
              </label>
            ))}
          </fieldset>
        }
      />
      <Loading of={overview} as="card" lines={10} />
      <Notices />
      {overview.data && (
        <>
          <Figures overview={overview.data} range={t(`overview.ranges.${range}`)} />
          <ByStatus overview={overview.data} />
          <div className="overview-pair">
            <Answers overview={overview.data} />
            <Deliveries overview={overview.data} />
          </div>
        </>
      )}
    </div>
  )
}

/** Each part counts what the list shows under the same words. */
const SERIES = [
  ['paid', 'proven'],
  ['accepted', 'hand'],
  ['reported', 'said'],
  ['waiting', 'open'],
  ['rejected', 'no'],
  ['expired', 'late'],
  ['failed', 'gone'],
  ['disputed', 'bad'],
] as const satisfies readonly (readonly [Stands, string])[]

/** Shown where there are any. */
const SELDOM: ReadonlySet<Stands> = new Set(['paid', 'accepted', 'disputed'])

const countIn = (one: OverviewRecord['buckets'][number], name: Stands): number =>
  STANDS[name].reduce((sum, measure) => sum + one[measure], 0)

const ByStatus = ({ overview: { buckets, bucket } }: { readonly overview: OverviewRecord }) => {
  const { t } = useTranslation()
  const seen = SERIES.filter(([name]) => !SELDOM.has(name) || buckets.some((one) => countIn(one, name) > 0))
  const sum = (name: 'chain_observed' | 'confirmed') => buckets.reduce((all, one) => all + one[name], 0)
  const nameOf = (from: string) =>
    bucket === 'hour'
      ? `${from.slice(8, 10)}. ${from.slice(11, 16)}`
      : new Date(from).toLocaleDateString(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return (
    <section className="card pad">
      <h2>{t('overview.byStatus.title')}</h2>
      <StackedBars
        label={t('overview.byStatus.label', { paid: sum('chain_observed'), reported: sum('confirmed') })}
        show_table={t('overview.table')}
        when={t('overview.when')}
        series={seen.map(([name, fill]) => ({ fill, word: t(`requests.standing.${name}`) }))}
        bars={buckets.map((one) => ({
          name: nameOf(one.from),
          values: seen.map(([name]) => countIn(one, name)),
        }))}
      />
    </section>
  )
}
