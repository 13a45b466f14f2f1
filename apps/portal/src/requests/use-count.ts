/** How many requests a view has; read again when lists of requests are. */
import { useQuery } from '@tanstack/react-query'
import { api } from '../client.ts'
import { STANDS, VIEWS, type View } from './stands.ts'

interface Count {
  readonly total: number
  readonly is_capped: boolean
}

/** Undefined until it is known. */
export const useCount = (view: View, enabled = true): Count | undefined =>
  useQuery({
    queryKey: ['requests', 'count', view],
    queryFn: () => {
      const standing = VIEWS[view].flatMap((name) => [...STANDS[name]])
      return api.paymentRequests
        .list({ limit: 1, standing: standing.length === 0 ? undefined : standing })
        .page()
        .then(({ total = 0, total_is_capped }) => ({ total, is_capped: total_is_capped === true }))
    },
    enabled,
  }).data

export const countText = ({ total, is_capped }: Count): string => `${total.toLocaleString('en')}${is_capped ? '+' : ''}`
