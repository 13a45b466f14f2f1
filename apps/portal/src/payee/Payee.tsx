/** Who is paid here, since when, and who says so? Checked in the browser that shows it. */
import { isTestnet } from '@pursestrings/sdk'
import { AddressView } from '@pursestrings/ui/AddressView'
import { networkName } from '@pursestrings/ui/network-name'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { dayOf, momentOf } from '../frame/day.ts'
import { Code, Copy, Fact } from '../frame/Facts.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { isNotFound } from '../frame/NotFound.tsx'
import { Checks } from './Checks.tsx'
import { type Checked, checkPayee } from './check-payee.ts'
import { Public } from './Public.tsx'

/** Every change of a payee, newest first, with its place in the log. */
const lookOf = (event: 'cooling' | 'activated' | 'retired', newest: boolean) => {
  if (event === 'cooling') return { tone: 'ink', glyph: 'clock' } as const
  return event === 'activated' && newest
    ? ({ tone: 'proven', glyph: 'tick', filled: true } as const)
    : ({ tone: 'idle', glyph: 'bar' } as const)
}

const History = ({ checked: { payee, history } }: { readonly checked: Checked }) => {
  const { t } = useTranslation()
  const newest = payee.history.find(({ event }) => event === 'activated')
  return (
    <section className="card pad">
      <h2>{t('payee.history')}</h2>
      <p className="muted">{history.complete ? t('payee.whole', { count: payee.history.length }) : t('payee.gaps')}</p>
      <ol className="public-history">
        {payee.history.map((one) => (
          <li key={one.seq}>
            <StatusGlyph {...lookOf(one.event, one === newest && payee.serving !== null)} />
            <div>
              <p>{t(`payee.event.${one.event}`, { number: one.number ?? t('payee.erased') })}</p>
              <p className="muted small">
                <time dateTime={one.at}>{momentOf(one.at)}</time>
              </p>
            </div>
            {one.log_index !== null && (
              <span className="mono muted">#{one.log_index.toLocaleString('en').replaceAll(',', ' ')}</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

const DAY_MS = 86_400_000
const AGAIN_MS = 5_000

export const Payee = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const checked = useQuery({
    queryKey: ['payee', id],
    queryFn: async () => (await checkPayee(id)) ?? null,
    // What was just activated is on record within a minute.
    refetchInterval: ({ state }) => (state.data?.outcome?.outcome === 'pending' ? AGAIN_MS : false),
  })
  if (checked.data) return <Record checked={checked.data} />
  return (
    <Public another>
      <Heading title={t('payee.title')} />
      {checked.isPending && <p role="status">{t('payee.checking')}</p>}
      {checked.data === null && <p role="alert">{t('payee.seal.noLog')}</p>}
      {checked.error && isNotFound(checked.error) ? <p role="alert">{t('payee.missing')}</p> : null}
      {checked.error && !isNotFound(checked.error) ? (
        <Fault error={checked.error} onAgain={() => void checked.refetch()} />
      ) : null}
    </Public>
  )
}

const sealOf = ({ outcome }: Checked) => {
  if (!outcome) return { tone: 'idle', glyph: 'bar', words: 'none' } as const
  if (outcome.outcome === 'on_record')
    return { tone: 'proven', glyph: 'tick', filled: true, words: 'on_record' } as const
  if (outcome.outcome === 'pending') return { tone: 'ink', glyph: 'clock', words: 'pending' } as const
  return { tone: 'stop', glyph: 'alert', filled: true, words: outcome.outcome } as const
}

const Record = ({ checked }: { readonly checked: Checked }) => {
  const { t } = useTranslation()
  const { recipient_id, name, domain } = checked.payee
  const commands = [
    'curl -o p.txt \\',
    `  ${location.origin}/.well-known/svc-log-policy.txt`,
    'pursestrings payee verify \\',
    `  ${recipient_id} --policy p.txt`,
    'pursestrings log monitor --policy p.txt \\',
    `  --domain ${domain} --state m.json`,
  ].join('\n')
  return (
    <Public another>
      <Heading title={name} shown={<bdi>{name}</bdi>} />
      <p className="public-domain">
        <b className={checked.listed ? 'tone-proven' : undefined}>
          {checked.listed && <StatusGlyph tone="proven" glyph="tick" filled />}
          <bdi>{domain}</bdi>
        </b>
        {checked.listed && <span className="muted">{t('payee.listedOn', { day: dayOf(checked.listed.at) })}</span>}
      </p>
      <div className="public-columns">
        <div>
          <Where checked={checked} />
          <History checked={checked} />
        </div>
        <div>
          <Checks checked={checked} />
          <section className="card pad">
            <h2>{t('payee.without')}</h2>
            <p className="muted">{t('payee.withoutLead')}</p>
            <Code text={commands} />
          </section>
          <section className="card pad public-about">
            <StatusGlyph tone="idle" glyph="alert" />
            <p className="muted">{t('payee.about')}</p>
          </section>
        </div>
      </div>
      <p className="public-foot muted">
        <span>
          {t('payee.record')} <span className="mono">{recipient_id}</span>
          <Copy value={recipient_id} what={t('payee.record')} />
        </span>
        {checked.size !== undefined && <span>{t('payee.checkpoint', { count: checked.size })}</span>}
        <a href={`/v1/payees/${recipient_id}`}>{t('payee.raw')}</a>
      </p>
    </Public>
  )
}

const Where = ({ checked }: { readonly checked: Checked }) => {
  const { t } = useTranslation()
  const { serving } = checked.payee
  const { words, ...glyph } = sealOf(checked)
  const days = (at: string) => Math.floor((Date.now() - Date.parse(at)) / DAY_MS)
  return (
    <section className="facts public-facts" aria-label={t('payee.address')}>
      <p className="facts-seal" data-tone={glyph.tone} role="status">
        <StatusGlyph {...glyph} />
        {t(`payee.seal.${words}`)}
      </p>
      {serving && (
        <dl>
          <Fact name={t('payee.address')}>
            <AddressView address={serving.to} copy={<Copy value={serving.to} what={t('payee.address')} />} />
          </Fact>
          <Fact name={t('payee.memo')}>
            {serving.memo === null ? (
              <span className="muted">{t('payee.noMemo')}</span>
            ) : (
              <bdi className="mono">{serving.memo}</bdi>
            )}
          </Fact>
          <Fact name={t('payee.paysIn')}>
            {t('payee.asset', { asset: serving.asset, network: networkName(serving.network) })}{' '}
            {isTestnet(serving.network) && (
              <span className="chip" data-testnet="">
                {t('testnet.name')}
              </span>
            )}
          </Fact>
          <Fact name={t('payee.version')}>
            <b>{serving.number}</b>, {t('payee.liveSince', { day: dayOf(serving.since) })}{' '}
            <span className="muted">
              {serving.changed_at === null || days(serving.changed_at) > 14
                ? t('payee.unchanged', { count: days(serving.since) })
                : t('payee.changed', { count: days(serving.changed_at) })}
            </span>
          </Fact>
        </dl>
      )}
    </section>
  )
}
