/** Wider limits that wait for the payer, beside those in force. The project can take them back until the payer agrees. */
import type { AutomationPolicy } from '@countersign/sdk'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../client.ts'
import { dayOf } from '../frame/Ago.tsx'
import { Fault } from '../frame/Fault.tsx'
import { refreshPolicy } from './use-policy.ts'

type Proposed = NonNullable<AutomationPolicy['proposed']>
type Terms = Pick<AutomationPolicy, 'single_tx_limit' | 'cumulative_limit' | 'validity_window' | 'payees'>

const LIMITS = ['single_tx_limit', 'cumulative_limit', 'validity_window', 'allowlist'] as const

const textOf = (terms: Terms, limit: (typeof LIMITS)[number], asset: string): string => {
  if (limit === 'allowlist') return terms.payees.map(({ name, recipient_id }) => name ?? recipient_id).join(', ')
  if (limit === 'validity_window') {
    return terms.validity_window ? dayOf(terms.validity_window.to) : '–'
  }
  return `${terms[limit] ?? '–'} ${asset}`
}

export const Proposal = ({ policy, proposed }: { readonly policy: AutomationPolicy; readonly proposed: Proposed }) => {
  const { t } = useTranslation()
  const { id, version, asset } = policy
  const back = useMutation({
    mutationFn: () => api.automationPolicies.dropProposal(id, { version }).then(refreshPolicy),
  })
  return (
    <section className="card">
      <div className="card-title card-row">
        <h2>{t('policy.proposal.title')}</h2>
        <button
          type="button"
          className="button"
          data-size="small"
          disabled={back.isPending}
          onClick={() => back.mutate()}
        >
          {t('policy.proposal.back')}
        </button>
      </div>
      <p className="in-card muted">{t('policy.proposal.lead', { date: dayOf(proposed.proposed_at) })}</p>
      {back.error ? <Fault error={back.error} /> : null}
      <table className="plain">
        <thead>
          <tr>
            <th scope="col">{t('limits.limit')}</th>
            <th scope="col">{t('policy.proposal.now')}</th>
            <th scope="col">{t('policy.proposal.proposed')}</th>
          </tr>
        </thead>
        <tbody>
          {LIMITS.map((limit) => (
            <tr key={limit} data-changed={proposed.widened.includes(limit) ? '' : undefined}>
              <th scope="row">{t(`limits.${limit}`)}</th>
              <td>{textOf(policy, limit, asset)}</td>
              <td className="is-other">{textOf(proposed, limit, asset)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
