/** What may be paid without asking: each of the limits, how much of it is used, and the way to pause it. */
import type { AutomationPolicy } from '@pursestrings/sdk'
import { grouped } from '@pursestrings/ui/AmountView'
import { UsageBar } from '@pursestrings/ui/UsageBar'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { agreedHere } from '../automatic/agreed.ts'
import { pausePolicy, resumePolicy } from '../automatic/pause-policy.ts'
import { TurnOn } from '../automatic/TurnOn.tsx'
import { Fault } from '../frame/Fault.tsx'
import { usePolicies } from '../policies/PolicyRows.tsx'
import '../review/review.css'

export const Unasked = () => {
  const { t } = useTranslation()
  const policies = usePolicies().data?.filter(({ status }) => status === 'active' || status === 'paused') ?? []
  if (policies.length === 0) return null
  const pays_here = policies.some(({ id, status }) => status === 'active' && agreedHere(id) !== undefined)
  return (
    <section className="group" aria-labelledby="unasked">
      <header>
        <h2 id="unasked">{t('inbox.unasked.title')}</h2>
      </header>
      {pays_here && <TurnOn />}
      <ul className="card rows">
        {policies.map((policy) => (
          <Limit key={policy.id} policy={policy} />
        ))}
      </ul>
    </section>
  )
}

const Limit = ({
  policy: { id, name, status, used, cumulative_limit, asset },
}: {
  readonly policy: AutomationPolicy
}) => {
  const { t } = useTranslation()
  const limit = cumulative_limit ?? '0'
  const change = useMutation({ mutationFn: () => (status === 'paused' ? resumePolicy(id) : pausePolicy(id)) })
  const words = t('inbox.unasked.used', { used: grouped(used), limit: grouped(limit), asset })
  return (
    <li className="limit-row">
      <p>
        <Link to={`/policies/${id}`}>
          <b>
            <bdi>{name}</bdi>
          </b>
        </Link>
        {status === 'paused' && <span className="muted">{t('inbox.unasked.paused')}</span>}
      </p>
      {/* For drawing alone: a share needs no exact number. */}
      <UsageBar spent={Number(used) / Number(limit)} reserved={0} label={words} />
      <p>
        <span className="muted">{words}</span>
        <button type="button" className="link" disabled={change.isPending} onClick={() => change.mutate()}>
          {t(status === 'paused' ? 'inbox.unasked.resume' : 'inbox.unasked.pause')}
          <span className="visually-hidden"> {name}</span>
        </button>
      </p>
      {change.error ? <Fault error={change.error} /> : null}
    </li>
  )
}
