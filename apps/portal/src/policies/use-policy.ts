import { useQuery } from '@tanstack/react-query'
import { api, queries } from '../client.ts'

export const usePolicy = (id: string | null) =>
  useQuery({
    queryKey: ['policy', id],
    queryFn: () => api.automationPolicies.read(id ?? '').then((policy) => policy),
    enabled: id !== null,
  })

export const refreshPolicy = () =>
  Promise.all(
    ['policy', 'policies', 'policy-usage', 'backtest'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
  )
