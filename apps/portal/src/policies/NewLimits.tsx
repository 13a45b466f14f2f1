/** Tries other limits: the backtest beside it follows what is typed, and nothing is sent before the button. */
import type { AutomationPolicy } from '@countersign/sdk'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../client.ts'
import { Fault } from '../frame/Fault.tsx'
import { LimitFields } from './LimitFields.tsx'
import { isWider, type Limits, limitsOf, termsOf } from './limits.ts'
import { Notice } from './Notice.tsx'
import { usePayees } from './use-payees.ts'
import { refreshPolicy } from './use-policy.ts'

interface Props {
  readonly policy: AutomationPolicy
  readonly limits: Limits
  readonly onChange: (limits: Limits) => void
}

export const NewLimits = ({ policy, limits, onChange }: Props) => {
  const { t } = useTranslation()
  const payees = usePayees(policy)
  const terms = termsOf(policy, limits)
  const wider = terms !== undefined && isWider(policy, limits)
  const agreed = policy.status === 'active' || policy.status === 'paused'
  const send = useMutation({
    mutationFn: () =>
      api.automationPolicies.update(policy.id, { version: policy.version, ...terms }).then(refreshPolicy),
  })
  return (
    <form
      className="card pad"
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate()
      }}
    >
      <h2>{t('policy.change.title')}</h2>
      <LimitFields limits={limits} onChange={onChange} asset={policy.asset} payees={payees} now={limitsOf(policy)} />
      {wider && agreed && <Notice text={t('policy.change.wider')} />}
      {terms && !wider && <p className="muted">{t('policy.change.narrower')}</p>}
      {terms && !agreed && wider && <p className="muted">{t('policy.change.before')}</p>}
      {send.error ? <Fault error={send.error} /> : null}
      <button type="submit" className="button" data-kind="primary" disabled={!terms || send.isPending}>
        {t(terms && !wider ? 'policy.change.apply' : 'policy.change.propose')}
      </button>
    </form>
  )
}
