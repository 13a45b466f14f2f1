/** What LOG_MIRROR says, for whoever reads it; undefined where it is not set. */
import type { FactsKey } from '../facts-keys/read-facts-keys.ts'
import { openLogMirror } from '../outside/log-mirror.ts'
import type { HeadReader } from './service-head.ts'

interface Settings {
  readonly LOG_MIRROR?: string
  readonly BASE_URL: string
  readonly RECEIPT_KEYS: readonly FactsKey[]
}

export const headReaderOf = ({
  LOG_MIRROR: folder,
  BASE_URL: issuer,
  RECEIPT_KEYS: keys,
}: Settings): (HeadReader & { readonly folder: string }) | undefined =>
  folder === undefined ? undefined : { folder, issuer, keys, mirror: openLogMirror(folder) }
