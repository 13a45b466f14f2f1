/** One domain: the record to publish, what each place that we asked has found, and who depends on it. */
import { ApiError, createCookieSessionClient, type DomainChallenge, type MerchantDomain } from '@pursestrings/sdk'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf, momentOf } from '../frame/day.ts'
import { Copy, Status } from '../frame/Facts.tsx'
import './domains.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import { api, queries } from '../client.ts'
import { Beyond } from '../frame/Beyond.tsx'
import { Confirm } from '../frame/Dialog.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Loading } from '../frame/Loading.tsx'
import { isNotFound, NotFound } from '../frame/NotFound.tsx'
import { Beside } from './Beside.tsx'
import { domainLook } from './domain-look.ts'
import { Found } from './Found.tsx'

// A proof that is missing: until when it has to be back, counted down, and what happens otherwise.

const MINUTE_MS = 60_000

const useNow = (every_ms: number): number => {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every_ms)
    return () => clearInterval(timer)
  }, [every_ms])
  return now
}

interface FailingProps {
  readonly domain: MerchantDomain
  readonly lapses_at: string
  readonly count: number
}

const Failing = ({ domain, lapses_at, count }: FailingProps) => {
  const { t } = useTranslation()
  const minutes = Math.max(0, Math.ceil((Date.parse(lapses_at) - useNow(MINUTE_MS / 2)) / MINUTE_MS))
  const left =
    minutes >= 120 ? t('domain.hours', { count: Math.floor(minutes / 60) }) : t('domain.minutes', { count: minutes })
  return (
    <div className="notice" data-tone="look" role="status">
      <StatusGlyph tone="look" glyph="alert" />
      <p>
        <b>
          {t(`domain.missing.${domain.method}`)} {t('domain.lapses', { left, at: momentOf(lapses_at) })}
        </b>{' '}
        {t('domain.lapsesThen', { count })}
      </p>
    </div>
  )
}

// What to publish to prove a domain, or to put back.

interface PublishProps {
  readonly domain: MerchantDomain
  readonly challenge: DomainChallenge
}

const Publish = ({ domain, challenge }: PublishProps) => {
  const { t } = useTranslation()
  const back = domain.status !== 'pending' && isMissing(domain)
  const rows =
    domain.method === 'dns'
      ? ([
          ['type', 'TXT'],
          ['name', challenge.location],
          ['value', challenge.value],
        ] as const)
      : ([
          ['url', challenge.location],
          ['content', challenge.value],
        ] as const)
  return (
    <section className="card">
      <h2 className="card-title">
        {t(`domain.${back ? 'putBack' : 'publish'}.${domain.method}`)}{' '}
        {!back && <span className="muted">{t('domain.keep')}</span>}
      </h2>
      <dl className="copy-fields">
        {rows.map(([name, value]) => (
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
  )
}

const LOOK_AGAIN_MS = 10_000

export const Domain = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const [removing, setRemoving] = useState(false)
  const read = useQuery({
    queryKey: ['domain', id],
    queryFn: () => api.merchantDomains.read(id).then((answer) => answer),
    refetchInterval: removing ? false : LOOK_AGAIN_MS,
  })
  const again = () => queries.invalidateQueries()
  const { domain, challenge, payees_affected: count = 0 } = read.data ?? {}
  const verb = t('domain.check')
  const check = useMutation({
    mutationFn: async () => void (await api.merchantDomains.verify(id)),
    onSettled: again,
    meta: { confirms: verb },
  })
  const other = domain?.method === 'dns' ? 'https' : 'dns'
  const change = useMutation({
    mutationFn: async (name: string) => void (await api.merchantDomains.register({ domain: name, method: other })),
    onSettled: again,
  })
  useWatch(domain)
  // A check that did not find the proof is an answer, not a fault: what each place saw stands below.
  const looked = check.error instanceof ApiError && check.error.code === 'domain_proof_failed' ? undefined : check.error
  const fault = looked ?? change.error
  if (isNotFound(read.error)) return <NotFound />
  return (
    <div className="page">
      <Link className="crumb" to="/domains">
        {t('domains.title')}
      </Link>
      <Loading of={read} as="card" lines={6} />
      {read.data && domain && challenge && (
        <>
          <Heading
            title={domain.domain}
            shown={
              <>
                {domain.domain} <Status of={domainLook(domain)} />
              </>
            }
            lead={
              domain.status === 'verified' && domain.verified_at !== null
                ? t('domain.leadVerified', { day: dayOf(domain.verified_at), count })
                : domain.status === 'lapsed'
                  ? t('domain.leadLapsed')
                  : t(`domain.lead.${domain.method}`)
            }
            action={
              <div className="actions">
                {domain.status === 'pending' && (
                  <button
                    type="button"
                    className="button"
                    disabled={change.isPending}
                    onClick={() => change.mutate(domain.domain)}
                  >
                    {t(`domain.use.${other}`)}
                  </button>
                )}
                <Beyond>
                  <button type="button" className="button" data-kind="stop" onClick={() => setRemoving(true)}>
                    {t('domain.remove')}
                  </button>
                </Beyond>
                <button
                  type="button"
                  className="button"
                  data-kind="primary"
                  disabled={check.isPending}
                  onClick={() => check.mutate()}
                >
                  {t(check.isPending ? 'domain.checking' : 'domain.check')}
                </button>
              </div>
            }
          />
          {domain.lapses_at !== null && <Failing domain={domain} lapses_at={domain.lapses_at} count={count} />}
          {fault ? <Fault error={fault} /> : null}
          <div className="columns">
            <div className="column">
              <Publish domain={domain} challenge={challenge} />
              <Found {...read.data} />
              {isMissing(domain) && <p className="muted">{t('domain.watching')}</p>}
            </div>
            <Beside read={read.data} />
          </div>
          {removing && <Remove name={domain.domain} id={id} count={count} onClose={() => setRemoving(false)} />}
        </>
      )}
    </div>
  )
}

interface RemoveProps {
  readonly name: string
  readonly id: string
  readonly count: number
  readonly onClose: () => void
}

const Remove = ({ name, id, count, onClose }: RemoveProps) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const remove = async () => {
    await api.merchantDomains.remove(id)
    await navigate('/domains')
    queries.removeQueries({ queryKey: ['domain', id] })
    await queries.invalidateQueries()
  }
  return (
    <Confirm
      title={t('domain.removeTitle', { domain: name })}
      verb={t('domain.removeGo', { domain: name })}
      run={remove}
      onClose={onClose}
    >
      <p>{t('domain.removeMeans', { count })}</p>
      <p>{t('domain.removeLast')}</p>
      <p className="muted">{t('domain.removeBack')}</p>
    </Confirm>
  )
}

// Looks for a missing proof once a minute while the page is open, without asking anybody to confirm it.

const EVERY_MS = 60_000

/** A person who has to confirm checks presses the button; a background look that is refused changes nothing. */
const lookQuietly = async (domain_id: string): Promise<void> => {
  const quiet = createCookieSessionClient({ base_url: location.origin })
  await quiet.merchantSessions.readCurrent()
  await quiet.merchantDomains.verify(domain_id)
}

const isMissing = ({ status, failing_since }: MerchantDomain): boolean =>
  status !== 'verified' || failing_since !== null

const useWatch = (domain: MerchantDomain | undefined): void => {
  const watched = domain && isMissing(domain) ? domain.domain_id : undefined
  useEffect(() => {
    if (watched === undefined) return
    const look = () =>
      lookQuietly(watched)
        .catch(() => undefined)
        .then(() => queries.invalidateQueries())
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void look()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [watched])
}
