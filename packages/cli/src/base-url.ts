/** Which address a service may have. Secrets are sent to it, so nothing but this machine is spoken to without TLS. */
import { wrongUsage } from './stop.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|.+\.localhost)$/

export const isLoopback = (url: URL): boolean => LOOPBACK.test(url.hostname)

export const baseUrlOf = (input: string): string => {
  const url = URL.parse(input)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '') {
    throw wrongUsage(`"${input}" is no address of a service.`, 'Give https://, a host and perhaps a port.')
  }
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw wrongUsage(
      `${url.host} is not this machine, and http hides nothing.`,
      'Give an https address: secrets are sent to it.',
    )
  }
  return url.href.replace(/\/+$/, '')
}
