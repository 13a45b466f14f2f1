/** The policy that a payment belongs to, with how much of it is used. */
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { dayOf } from '../frame/day.ts'
import { Fact, Status } from '../frame/Facts.tsx'
import { Usage } from '../policies/Usage.tsx'
import { usePolicy } from '../policies/use-policy.ts'

export const PolicyCard = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation()
  const { data: policy } = usePolicy(id)
  if (!policy) return null
  return (
    <section className="card pad">
      <h2>{t('agentPayment.policy.title')}</h2>
      <dl className="facts-list">
        <Fact name={t('agentPayment.policy.name')}>
          <Link to={`/policies/${id}`}>{policy.name}</Link>
        </Fact>
        <Fact name={t('agentPayment.policy.status')}>
          <Status of={policy.status} />
        </Fact>
        {policy.consent && <Fact name={t('agentPayment.policy.agreed')}>{dayOf(policy.consent.consented_at)}</Fact>}
      </dl>
      <Usage policy={policy} />
    </section>
  )
}
