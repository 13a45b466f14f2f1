/** What they do is loaded when somebody calls: most services have no network with authorizations. */
import * as contract from '@pursestrings/contract/payment-authorizations/operations'
import type { Route } from '../../platform/http/route.ts'
import type { Deps } from './hand-over.ts'

export const paymentAuthorizationRoutes = (route: Route, deps: Deps): void => {
  route(contract.putPaymentAuthorization, async ({ caller, params: { request_id }, body }) => {
    const { putAuthorization } = await import('./hand-over.ts')
    return { authorization: await putAuthorization(deps, caller, { ...body, request_id }) }
  })

  route(contract.readPaymentAuthorization, async ({ caller, params: { request_id } }) => {
    const { readAuthorization } = await import('./hand-over.ts')
    return { authorization: await readAuthorization(deps, caller, request_id) }
  })
}
