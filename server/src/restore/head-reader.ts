/** What LOG_MIRROR says, for whoever reads it; undefined where it is not set. */
import type { FactsKey } from '../facts-keys/read-facts-keys.ts'
import type { HttpsClient } from '../outside/https-client.ts'
import { type LogMirror, mirrorAt } from '../outside/log-mirror.ts'
import type { HeadReader } from './service-head.ts'

interface Settings {
  readonly LOG_MIRROR?: string
  readonly LOG_MIRROR_TOKEN?: string
  readonly BASE_URL: string
  readonly RECEIPT_KEYS: readonly FactsKey[]
}

export const headReaderOf = (
  { LOG_MIRROR: place, LOG_MIRROR_TOKEN: token, BASE_URL: issuer, RECEIPT_KEYS: keys }: Settings,
  https: HttpsClient,
): (HeadReader & { readonly mirror: LogMirror }) | undefined =>
  place === undefined ? undefined : { issuer, keys, mirror: mirrorAt(place, https, token) }
