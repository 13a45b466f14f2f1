/**
 * What is known outside the database of how far it has come, signed by the service: `service/head` in the mirror is the newest,
 * `service/heads/<number>` are those that list revocations. Each names the one before it that does, so that whoever restored a
 * backup finds all that was revoked since.
 */
import { verify } from 'node:crypto'
import { jwsHeaderText } from '@countersign/contract/facts-keys/key-endorsement'
import { textOf } from '@countersign/contract/log/log-bytes'
import { canonicalJson } from '@countersign/contract/wire/canonical'
import type { AuditTotal } from '../audit-log/audit-total.ts'
import type { FactsKey } from '../facts-keys/read-facts-keys.ts'
import type { LogMirror } from '../outside/log-mirror.ts'

export const SERVICE_HEAD_TYPE = 'svc.service_head.v1'
export const SERVICE_HEAD_JWS_TYPE = 'svc-service-head+jws'

export const NEWEST_HEAD = 'service/head'
export const headPath = (number: number): string => `service/heads/${number}`

export interface Revocation {
  readonly kind: string
  /** The columns that find it. */
  readonly ids: Readonly<Record<string, string>>
}

export interface ServiceHead {
  readonly type: typeof SERVICE_HEAD_TYPE
  readonly issuer: string
  readonly epoch: number
  /** Counts heads, over all epochs. */
  readonly number: number
  readonly at: string
  readonly audit: AuditTotal
  readonly revocations: readonly Revocation[]
  /** The newest head before this one that lists revocations; 0 if none does. */
  readonly previous: number
}

export class ServiceHeadFault extends Error {}

export interface HeadReader {
  readonly mirror: Pick<LogMirror, 'read'>
  readonly issuer: string
  readonly keys: readonly FactsKey[]
}

/** Undefined where there is none; a fault where nobody whom we know signed it. */
export const readHead = async (
  { mirror, issuer, keys }: HeadReader,
  path: string,
): Promise<ServiceHead | undefined> => {
  const bytes = await mirror.read(path)
  if (bytes === undefined) return undefined
  const head = headIn(textOf(new Uint8Array(bytes)) ?? '', keys)
  if (head?.issuer !== issuer) {
    throw new ServiceHeadFault(
      `${path} in LOG_MIRROR is not signed by one of RECEIPT_KEYS for ${issuer}: keep the keys that signed it in the list`,
    )
  }
  return head
}

const headIn = (jws: string, keys: readonly FactsKey[]): ServiceHead | undefined => {
  const [header = '', payload = '', signature = ''] = jws.split('.')
  const signed = ({ kid, public_key }: FactsKey): boolean =>
    header === Buffer.from(jwsHeaderText(kid, SERVICE_HEAD_JWS_TYPE)).toString('base64url') &&
    verify(null, Buffer.from(`${header}.${payload}`), public_key, Buffer.from(signature, 'base64url'))
  if (!keys.some(signed)) return undefined
  const text = Buffer.from(payload, 'base64url').toString('utf8')
  const head = JSON.parse(text) as ServiceHead
  return head.type === SERVICE_HEAD_TYPE && canonicalJson(head) === text ? head : undefined
}
