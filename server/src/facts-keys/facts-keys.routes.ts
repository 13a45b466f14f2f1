import * as contract from '@countersign/contract/facts-keys/operations'
import type { Door } from '../http/door.ts'
import type { FactsKeys } from './facts-keys.ts'

const KEPT_S = 300

export const factsKeyRoutes = (door: Door, { facts_keys }: { facts_keys: FactsKeys }): void => {
  door(contract.readFactsKeys, ({ reply }) => {
    reply.header('cache-control', `public, max-age=${KEPT_S}`)
    return Promise.resolve(facts_keys.jwks)
  })
}
