import { useQuery } from '@tanstack/react-query'
import { api } from '../client.ts'

/** Where programs call the service. Its portal may stand elsewhere, and what an agent signs names the service. */
export const useServiceUrl = (): string => {
  const { data } = useQuery({
    queryKey: ['service'],
    queryFn: () => api.service.read().then((answer) => answer),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.service.base_url ?? location.origin
}
