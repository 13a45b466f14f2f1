import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

export const compress: (bytes: Uint8Array) => Promise<Buffer> = promisify(gzip)

/** `gzip;q=0` says that it is not wanted. */
export const acceptsGzip = (headers: IncomingHttpHeaders): boolean =>
  /(^|[\s,])gzip\s*(,|$|;(?!\s*q=0(\.0*)?\s*(,|$)))/i.test(headers['accept-encoding'] ?? '')
