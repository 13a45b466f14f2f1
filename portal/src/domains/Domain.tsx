/** One domain: the record to publish, and what each place that we asked has found. */
import { ApiError, type DomainCheck } from '@countersign/sdk'
import { StatusGlyph } from '@countersign/ui/StatusBadge'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { api, queries } from '../client.ts'
import { Copy } from '../frame/Copy.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Status } from '../frame/Status.tsx'
import { domainLook } from './domain-look.ts'

export const Domain = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const key = ['domain', id]
  const read = useQuery({
    queryKey: key,
    queryFn: () => api.merchantDomains.read(id).then((answer) => answer),
    refetchInterval: 10_000,
  })
  const check = useMutation({
    mutationFn: () => api.merchantDomains.verify(id).then((answer) => answer),
    onSettled: () => queries.invalidateQueries(),
  })
  const { domain, challenge } = read.data ?? {}
  // A check that did not find the proof is an answer, not a fault: what each place saw stands below.
  const looked = check.error instanceof ApiError && check.error.code.startsWith('domain_') ? undefined : check.error
  const look = domain && domainLook(domain)
  return (
    <div className="page">
      <Link className="crumb" to="/domains">
        {t('domains.title')}
      </Link>
      {read.error ? <Fault error={read.error} onAgain={() => void read.refetch()} /> : null}
      {domain && challenge && look && (
        <>
          <Heading
            title={domain.domain}
            shown={
              <>
                {domain.domain} <Status of={look} />
              </>
            }
            lead={t(`domain.lead.${domain.method}`)}
            action={
              <button
                type="button"
                className="button"
                data-kind="primary"
                disabled={check.isPending}
                onClick={() => check.mutate()}
              >
                {t(check.isPending ? 'domain.checking' : 'domain.check')}
              </button>
            }
          />
          {looked ? <Fault error={looked} /> : null}
          <section className="card">
            <h2 className="card-title">{t(`domain.publish.${domain.method}`)}</h2>
            <dl className="copy-fields">
              {(domain.method === 'dns'
                ? ([
                    ['type', 'TXT'],
                    ['name', challenge.location],
                    ['value', challenge.value],
                  ] as const)
                : ([
                    ['url', challenge.location],
                    ['content', challenge.value],
                  ] as const)
              ).map(([name, value]) => (
                <div key={name}>
                  <dt className="muted">{t(`domain.${name}`)}</dt>
                  <dd>
                    <span className="mono">{value}</span>
                    <Copy value={value} what={t(`domain.${name}`)} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
          <Found checks={domain.last_check?.checks ?? []} at={domain.last_check?.checked_at} />
        </>
      )}
    </div>
  )
}

const Found = ({ checks, at }: { readonly checks: readonly DomainCheck[]; readonly at: string | undefined }) => {
  const { t } = useTranslation()
  if (at === undefined) return <p className="muted">{t('domain.never')}</p>
  return (
    <section className="card">
      <h2 className="card-title">
        {t('domain.found')} <span className="muted">{new Date(at).toLocaleTimeString()}</span>
      </h2>
      <ul className="checks">
        {checks.map((check) => {
          const good = check.kind === 'wildcard' ? !check.matches : check.matches
          const said = check.matches ? 'yours' : check.outcome
          return (
            <li key={`${check.kind}${check.from}`}>
              <span className={`status tone-${good ? 'proven' : 'look'}`}>
                <StatusGlyph
                  {...(good ? { tone: 'proven', glyph: 'tick', filled: true } : { tone: 'look', glyph: 'alert' })}
                />
                {t(`domain.kind.${check.kind}`, { from: check.from })}
              </span>
              <span>
                {t(`domain.outcome.${said}`)}
                {!check.matches &&
                  check.values.map((value) => (
                    <span key={value} className="mono muted checks-value">
                      {value}
                    </span>
                  ))}
              </span>
              <span className="muted checks-time">{t('domain.took', { n: check.took_ms })}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
