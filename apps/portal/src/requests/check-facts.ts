/** Checks in this browser that a request says what the service signed, with the keys that the service publishes. */
import { type PaymentRequest, servedKeys } from '@countersign/sdk'
import { checkFacts } from '@countersign/ui/checked-facts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../client.ts'

const check = async (request: PaymentRequest) => {
  const jwks = await api.factsKeys.read()
  const keys = await servedKeys(jwks)
  const facts = await checkFacts(request, jwks, {
    pinned_keys: keys.map(({ thumbprint }) => thumbprint),
    issuer: location.origin,
  })
  const [header = ''] = request.facts_jws.split('.')
  const { kid } = JSON.parse(atob(header.replaceAll('-', '+').replaceAll('_', '/'))) as { kid: string }
  return { facts, kid }
}

export const useFactsChecked = (request: PaymentRequest) =>
  useQuery({
    queryKey: ['facts', request.facts_jws, request.payment, request.payee.name, request.expires_at],
    queryFn: () => check(request),
    staleTime: Number.POSITIVE_INFINITY,
    // Checked facts stay the very object that was checked.
    structuralSharing: false,
  })
