/** Checks in this browser that a request says what the service signed, with the keys that the service publishes. */
import { type PaymentRequest, servedKeys, verifyTerms } from '@pursestrings/sdk'
import { checkFacts } from '@pursestrings/ui/checked-facts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../client.ts'

const check = async (request: PaymentRequest) => {
  const [jwks, { service }] = await Promise.all([api.factsKeys.read(), api.service.read()])
  const keys = await servedKeys(jwks)
  const facts = await checkFacts(request, jwks, {
    pinned_keys: keys.map(({ thumbprint }) => thumbprint),
    // The portal may stand at another address than the service calls itself by.
    issuer: service.base_url,
  })
  const [header = ''] = request.facts_jws.split('.')
  const { kid } = JSON.parse(atob(header.replaceAll('-', '+').replaceAll('_', '/'))) as { kid: string }
  return { facts, kid, terms: await verifyTerms(request.terms, facts) }
}

export const useFactsChecked = (request: PaymentRequest) =>
  useQuery({
    queryKey: ['facts', request.facts_jws, request.payment, request.payee.name, request.expires_at, request.terms],
    queryFn: () => check(request),
    staleTime: Number.POSITIVE_INFINITY,
    // Checked facts stay the very object that was checked.
    structuralSharing: false,
  })
