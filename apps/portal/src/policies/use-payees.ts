/** Payees that a policy in this asset could list: those of the organization that serve now, and those it lists already. */
import type { AutomationPolicy } from '@pursestrings/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '../client.ts'

export const useRecipients = () =>
  useQuery({ queryKey: ['recipients'], queryFn: () => api.recipients.list().toArray({ limit: 100 }) })

export const usePayees = ({ network, asset, payees }: AutomationPolicy): { id: string; name: string }[] => {
  const { data = [] } = useRecipients()
  const served = data.flatMap(({ recipient_id, name, active_version: version }) =>
    version && version.network === network && version.asset === asset ? [{ id: recipient_id, name }] : [],
  )
  const listed = payees
    .filter(({ recipient_id }) => !served.some(({ id }) => id === recipient_id))
    .map(({ recipient_id, name }) => ({ id: recipient_id, name: name ?? recipient_id }))
  return [...listed, ...served]
}
