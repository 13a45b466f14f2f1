/** Which credentials a call presents, by the carrier they came in. Guards decide what they are worth. */
import { SESSION_COOKIE } from '@countersign/contract/merchant-sessions/records'
import { credentialConflict } from '@countersign/contract/transport-errors'
import { Refusal } from '../refusal.ts'

export interface Carriers {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** `device_id` and `token`, from the body or the query of an operation that takes them. */
  readonly device_fields: { readonly device_id?: unknown; readonly token?: unknown }
}

export interface Presented {
  readonly carrier: 'cookie' | 'bearer' | 'api_key' | 'device_fields'
  readonly secret: string
  readonly device_id?: string
}

/** At most one, whatever the route takes: two kinds at once are refused, so no weaker path can shadow a stronger (P8). */
export const presentedCredential = ({ headers, cookies, device_fields }: Carriers): Presented | undefined => {
  const found: Presented[] = []
  const cookie = cookies[SESSION_COOKIE]
  if (cookie !== undefined) found.push({ carrier: 'cookie', secret: cookie })
  if (headers.authorization !== undefined) {
    const [, secret] = /^bearer ([\x21-\x7e]+)$/i.exec(String(headers.authorization)) ?? []
    found.push({ carrier: 'bearer', secret: secret ?? '' })
  }
  const key = headers['x-svc-api-key']
  if (key !== undefined) found.push({ carrier: 'api_key', secret: String(key) })
  const { device_id, token } = device_fields
  if (device_id !== undefined || token !== undefined) {
    found.push({ carrier: 'device_fields', secret: textOf(token), device_id: textOf(device_id) })
  }
  if (found.length > 1) throw new Refusal(credentialConflict)
  return found[0]
}

/** In a header or a cookie, whatever it is worth. */
export const showsCredential = ({ headers, cookies }: Omit<Carriers, 'device_fields'>): boolean =>
  headers.authorization !== undefined || headers['x-svc-api-key'] !== undefined || cookies[SESSION_COOKIE] !== undefined

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
