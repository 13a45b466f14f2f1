import { useQuery } from '@tanstack/react-query'
import { api } from '../client.ts'

export const useRequest = (connection_id: string, request_id: string) =>
  useQuery({
    queryKey: ['request', connection_id, request_id],
    queryFn: () => api.paymentRequests.read(request_id, { connection_id }).then((answer) => answer.payment_request),
  })
