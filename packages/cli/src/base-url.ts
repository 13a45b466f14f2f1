/** Which address a service may have. Secrets are sent to it, so nothing but this machine is spoken to without TLS. */
import { wrongUsage } from './stop.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|.+\.localhost)$/

export const isLoopback = (url: URL): boolean => LOOPBACK.test(url.hostname)

export const baseUrlOf = (input: string): string => {
  const url = URL.parse(input)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '') {
    throw wrongUsage(`"${input}" isn't a service URL.`, 'Use https:// and a host, such as https://pay.example.com.')
  }
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw wrongUsage(
      `${url.host} needs https, because secrets are sent to it.`,
      'Use an https URL. Plain http works only for this machine.',
    )
  }
  return url.href.replace(/\/+$/, '')
}
