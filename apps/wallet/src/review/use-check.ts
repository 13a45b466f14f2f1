/** Is a request what the service signed? For whoever draws it: the review, and a row of a list. */
import { useQuery } from '@tanstack/react-query'
import type { Payment } from '../requests/payment.ts'
import type { Asked } from './check-request.ts'

/** A new key may be confirmed at any time. */
const KEY_AGAIN_MS = 60_000

/** Everything that is checked is in the key: whatever arrives differently is checked again. */
export const useCheck = (request: Payment | undefined, { request_id, connection_id, kind }: Asked) => {
  const asked = { request_id, connection_id, kind }
  return useQuery({
    queryKey: ['check', asked, request?.facts_jws, request?.facts_digest, request?.payment, factsIn(request)],
    queryFn: async () => {
      // Loaded with the first request: a locked wallet does without.
      const { serviceKeys } = await import('./service-keys.ts')
      return (await serviceKeys()).check(request as Payment, asked)
    },
    enabled: request !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // Checked facts stay the very object that was checked.
    structuralSharing: false,
    refetchInterval: ({ state }) => (state.data?.is === 'unknown_key' ? KEY_AGAIN_MS : false),
  })
}

const factsIn = (request: Payment | undefined) =>
  request && [
    request.issuer,
    request.request_id,
    request.connection_id,
    request.recipient_id,
    request.recipient_version_id,
    request.payee.name,
    request.payee.domain,
    request.expires_at,
  ]
