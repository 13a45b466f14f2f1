import { useParams, useSearchParams } from 'react-router'
import type { Asked } from '../review/check-request.ts'

/** What the address of the page speaks of. */
export const useAsked = (): Asked => {
  const { connection = '', id = '' } = useParams()
  const [query] = useSearchParams()
  return {
    connection_id: connection,
    request_id: id,
    ...(query.get('kind') === 'agent_payment' && { kind: 'agent_payment' as const }),
  }
}
