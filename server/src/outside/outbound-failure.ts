// What a failed call is called (outbound-error.ts), and which headers no caller sets.
import { errors } from 'undici'
import { foreignText } from './foreign-text.ts'
import { OutboundError } from './outbound-error.ts'

export const HEADER_BYTES_MAX = 16 * 1024
// `host` would also change the name that TLS checks; the other two would undo the decisions of the client.
const RESERVED_HEADERS = new Set(['host', 'accept-encoding', 'connection'])

export function refuseReserved(headers: Readonly<Record<string, string>> = {}): void {
  for (const name of Object.keys(headers)) {
    if (RESERVED_HEADERS.has(name.toLowerCase())) throw new TypeError(`the header ${name} is not the caller's to set`)
  }
}

export function outboundFailure(error: unknown, host: string, max_bytes: number): unknown {
  if (error instanceof OutboundError || error instanceof errors.InvalidArgumentError || !(error instanceof Error)) {
    return error
  }
  if (error instanceof errors.ResponseExceededMaxSizeError) {
    return new OutboundError('too_large', `${host} answered with more than ${max_bytes} bytes`, { cause: error })
  }
  if (error instanceof errors.HeadersOverflowError) {
    return new OutboundError('too_large', `${host} answered with more than ${HEADER_BYTES_MAX} bytes of headers`, {
      cause: error,
    })
  }
  return new OutboundError('protocol', `${host} did not complete its answer: ${foreignText(error.message)}`, {
    cause: error,
  })
}
