/** What waits for a second person, above all payees. */
import type { PayeeApproval } from '@pursestrings/sdk'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../client.ts'
import { Rows } from '../frame/Facts.tsx'
import { useModules } from '../frame/use-service.ts'

const LOOK_AGAIN_MS = 10_000

export const useApprovals = (): readonly PayeeApproval[] => {
  const enabled = useModules()
  const { data = [] } = useQuery({
    queryKey: ['approvals'],
    queryFn: () => api.recipients.listApprovals().toArray({ limit: 100 }),
    refetchInterval: LOOK_AGAIN_MS,
    enabled,
  })
  return data
}

export const Approvals = () => {
  const { t } = useTranslation()
  const waiting = useApprovals()
  if (waiting.length === 0) return null
  return (
    <section>
      <h2>{t('approvals.title')}</h2>
      <Rows
        rows={waiting.map(({ recipient, recipient_version: { number, status }, requested_by_email }) => ({
          to: `/recipients/${recipient.recipient_id}`,
          name: recipient.name,
          look: status,
          note: t('approvals.by', { number, who: requested_by_email ?? t('recipient.somebody') }),
        }))}
      />
    </section>
  )
}
