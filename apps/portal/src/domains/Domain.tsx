/** One domain: the record to publish, what each place that we asked has found, and who depends on it. */
import './domains.css'
import { ApiError } from '@countersign/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { api, queries } from '../client.ts'
import { Confirm } from '../frame/Confirm.tsx'
import { dayOf } from '../frame/day.ts'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { isNotFound, NotFound } from '../frame/NotFound.tsx'
import { Status } from '../frame/Status.tsx'
import { Beside } from './Beside.tsx'
import { domainLook } from './domain-look.ts'
import { Failing } from './Failing.tsx'
import { Found } from './Found.tsx'
import { Publish } from './Publish.tsx'
import { isMissing, useWatch } from './use-watch.ts'

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
      {read.error ? <Fault error={read.error} onAgain={() => void read.refetch()} /> : null}
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
                <button type="button" className="button" data-kind="stop" onClick={() => setRemoving(true)}>
                  {t('domain.remove')}
                </button>
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
              <Found domain={domain} />
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
