import * as contract from '@pursestrings/contract/facts-keys/operations'
import type { Route } from '../../platform/http/route.ts'
import type { FactsKeys } from './facts-keys.ts'

const KEPT_S = 300

export const factsKeyRoutes = (route: Route, { facts_keys }: { facts_keys: FactsKeys }): void => {
  route(contract.readFactsKeys, ({ reply }) => {
    reply.header('cache-control', `public, max-age=${KEPT_S}`)
    return Promise.resolve(facts_keys.jwks)
  })
}
