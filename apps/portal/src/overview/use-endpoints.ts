import { useQuery } from '@tanstack/react-query'
import { api } from '../client.ts'

/** No event tells of endpoints. */
const LOOK_AGAIN_MS = 30_000

export const useEndpoints = () =>
  useQuery({
    queryKey: ['overview', 'endpoints'],
    queryFn: () => api.webhookEndpoints.list().toArray({ limit: 100 }),
    refetchInterval: LOOK_AGAIN_MS,
  })

export const pathOf = (url: string | undefined): string => (url === undefined ? '' : new URL(url).pathname)
