/** An attempt that was refused: what to do next first, then all four limits, what was agreed and what this would have been. */
import type { RefusedAttempt } from '@pursestrings/sdk'
import { AmountView } from '@pursestrings/ui/AmountView'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api, queries } from '../client.ts'
import { dayOf } from '../frame/day.ts'
import { Code, Copy, Fact, Status } from '../frame/Facts.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { useServiceUrl } from '../frame/use-service.ts'
import { usePolicy } from '../policies/use-policy.ts'
import { useSession } from '../session.ts'
import { lookOfAttempt, silentRule } from './decision.ts'
import { PolicyCard } from './PolicyCard.tsx'
import { useProjectName } from './use-project-name.ts'

export const Attempt = ({ id }: { readonly id: string }) => {
  const read = useQuery({
    queryKey: ['refused-attempt', id],
    queryFn: () => api.agentPayments.readRefused(id).then((attempt) => attempt),
    refetchInterval: 5_000,
  })
  if (read.error) return <Fault error={read.error} onAgain={() => void read.refetch()} />
  return read.data ? <Shown attempt={read.data} /> : null
}

const Shown = ({ attempt }: { readonly attempt: RefusedAttempt }) => {
  const { t } = useTranslation()
  const { id, amount, asset, payee, policy_id, connection_id, recipient_id, not_kept } = attempt
  const project = useProjectName(attempt.project_id)
  return (
    <>
      <Heading
        title={t('agentPayment.title', { amount, asset, payee: payee.name })}
        shown={
          <>
            <AmountView amount={amount} asset={asset} size="l" />
            <Status of={lookOfAttempt(attempt)} />
          </>
        }
        lead={t('agentPayment.lead', { payee: payee.name, project })}
      />
      <div className="columns">
        <div className="column">
          <Next attempt={attempt} />
          <Limits attempt={attempt} />
          <Activity attempt={attempt} />
        </div>
        <div className="column">
          {policy_id !== null && <PolicyCard id={policy_id} />}
          <section className="card pad">
            <h2>{t('attempt.payee')}</h2>
            <dl className="facts-list">
              <Fact name={t('attempt.name')}>
                <Link to={`/recipients/${recipient_id}`}>{payee.name}</Link>
              </Fact>
              <Fact name={t('attempt.domain')}>{payee.domain}</Fact>
            </dl>
          </section>
          <section className="card pad">
            <h2>{t('request.details')}</h2>
            <dl className="facts-list">
              <Fact name={t('attempt.id')}>
                <span className="mono">{id}</span> <Copy value={id} what={t('attempt.id')} />
              </Fact>
              <Fact name={t('request.connection')}>
                <span className="mono">{connection_id}</span>{' '}
                <Copy value={connection_id} what={t('request.connection')} />
              </Fact>
            </dl>
            {not_kept > 0 && <p className="muted">{t('attempt.notKept', { count: not_kept })}</p>}
          </section>
        </div>
      </div>
    </>
  )
}

const Next = ({ attempt }: { readonly attempt: RefusedAttempt }) => {
  const { t } = useTranslation()
  const { id, next_action, agent_payment_id, policy_id } = attempt
  const may = useSession().data?.role !== 'viewer'
  const base_url = useServiceUrl()
  const send = useMutation({
    mutationFn: () => api.agentPayments.sendToPayer(id).then((answer) => answer),
    onSettled: () => queries.invalidateQueries({ queryKey: ['refused-attempt', id] }),
  })
  if (agent_payment_id !== null) {
    return (
      <section className="card pad">
        <h2>{t('attempt.sent.title')}</h2>
        <p>{t('attempt.sent.lead')}</p>
        <p>
          <Link className="button" to={`/agent-payments/${agent_payment_id}`}>
            {t('attempt.sent.open')}
          </Link>
        </p>
      </section>
    )
  }
  if (next_action === null) return null
  const call = `curl -X ${next_action.method} ${base_url}${next_action.path} \\
  -H "x-svc-api-key: $KEY" -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(next_action.body, null, 2).replaceAll("'", "'\\''")}'`
  return (
    <section className="card pad next-step">
      <h2>{t('attempt.next.title')}</h2>
      <p>{t('attempt.next.lead')}</p>
      <Code text={call} />
      {send.error ? <Fault error={send.error} /> : null}
      <p className="actions">
        {may && (
          <button
            type="button"
            className="button"
            data-kind="primary"
            disabled={send.isPending || send.isSuccess}
            onClick={() => send.mutate()}
          >
            {t('attempt.next.send')}
          </button>
        )}
        <Link className="button" to={policy_id === null ? '/policies/new' : `/policies/${policy_id}`}>
          {t(policy_id === null ? 'policies.new' : 'attempt.next.limits')}
        </Link>
      </p>
    </section>
  )
}

type At = RefusedAttempt['triggered_thresholds'][number]

const Limits = ({ attempt }: { readonly attempt: RefusedAttempt }) => {
  const { t } = useTranslation()
  const { triggered_thresholds: over, held_thresholds: held } = attempt
  const silent = silentRule(attempt)
  return (
    <section className="card">
      <h2 className="card-title">
        {t('attempt.why')}{' '}
        <span className="muted">
          {silent ? t(`agentPayments.silent.${silent}`) : t('attempt.ofFour', { n: over.length })}
        </span>
      </h2>
      <table className="plain limits">
        <thead>
          <tr>
            <th scope="col">{t('limits.limit')}</th>
            <th scope="col">{t('attempt.agreed')}</th>
            <th scope="col">{t('attempt.this')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {[...over, ...held].map((at) => (
            <Limit key={at.name} at={at} attempt={attempt} over={over.includes(at)} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Limit = ({
  at,
  attempt,
  over,
}: {
  readonly at: At
  readonly attempt: RefusedAttempt
  readonly over: boolean
}) => {
  const { t } = useTranslation()
  const tone = over ? 'look' : 'proven'
  const verdict = () => {
    if (!over) return t('attempt.verdict.within')
    if (silentRule(attempt)) return t('attempt.verdict.none')
    return t(at.name === 'allowlist' ? 'attempt.verdict.notListed' : 'attempt.verdict.over')
  }
  return (
    <tr data-over={over ? '' : undefined}>
      <th scope="row">
        <span className={`status tone-${tone}`}>
          <StatusGlyph tone={tone} glyph={over ? 'alert' : 'tick'} />
          {t(`limits.${at.name}`)}
        </span>
        <span className="mono muted limits-name">{at.name}</span>
      </th>
      <td data-label={t('attempt.agreed')}>
        <Agreed at={at} attempt={attempt} />
      </td>
      <td data-label={t('attempt.this')}>
        <This at={at} attempt={attempt} />
      </td>
      <td className="is-verdict">{verdict()}</td>
    </tr>
  )
}

/** The list is that of the policy as it is now; everything else is as it was then. */
const Agreed = ({ at, attempt }: { readonly at: At; readonly attempt: RefusedAttempt }) => {
  const { t } = useTranslation()
  const { data: policy } = usePolicy(attempt.policy_id)
  if (at.name === 'allowlist') {
    return policy
      ? policy.payees.map(({ name, recipient_id }) => name ?? recipient_id).join(', ')
      : t('attempt.nothing')
  }
  if (at.limit === null) return t('attempt.nothing')
  if (at.name === 'validity_window') return dayOf(at.limit.split('/')[1] ?? at.limit)
  return <AmountView amount={at.limit} asset={attempt.asset} />
}

const This = ({ at, attempt }: { readonly at: At; readonly attempt: RefusedAttempt }) => {
  if (at.name === 'allowlist') return <b>{attempt.payee.name}</b>
  if (at.name === 'validity_window') return dayOf(at.would_be)
  return <AmountView amount={at.would_be} asset={attempt.asset} />
}

const Activity = ({ attempt: { created_at, purpose } }: { readonly attempt: RefusedAttempt }) => {
  const { t } = useTranslation()
  return (
    <section className="card pad">
      <h2>{t('request.activity')}</h2>
      <ol className="steps">
        <li>
          <StatusGlyph tone="look" glyph="alert" />
          <div>
            <b>{t('attempt.refused')}</b>
            <p className="mono muted">403 HC_NC_5_HITL_REQUIRED</p>
          </div>
          <p className="steps-time">
            <time dateTime={created_at}>{new Date(created_at).toLocaleTimeString()}</time>
          </p>
        </li>
        <li>
          <StatusGlyph tone="ink" glyph="clock" />
          <div>
            <b>{t('agentPayment.asked.agent')}</b>
            {purpose !== undefined && <p className="muted">{t('attempt.purpose', { purpose })}</p>}
          </div>
        </li>
      </ol>
    </section>
  )
}
