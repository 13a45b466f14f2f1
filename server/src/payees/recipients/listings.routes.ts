import { resolvePayee } from '@pursestrings/contract/payees/operations'
import { idOf } from '@pursestrings/contract/wire/ids'
import type { Route } from '../../platform/http/route.ts'
import { evidenceOnWire } from './recipient-versions.store.ts'
import { resolvingWith } from './resolve-payee.ts'

export const listingRoutes = (route: Route, deps: Parameters<typeof resolvingWith>[0]): void => {
  const resolve = resolvingWith(deps)
  route(resolvePayee, async ({ caller: { merchant_id, connection_id }, body: { domain, ...facts } }) => {
    const { recipient_id, recipient_version_id, evidence } = await resolve({
      merchant_id,
      connection_id,
      domain,
      facts,
    })
    return {
      recipient_id: idOf('rcp', recipient_id),
      recipient_version_id: idOf('rcv', recipient_version_id),
      standing: 'listed' as const,
      evidence: evidenceOnWire(evidence),
    }
  })
}
