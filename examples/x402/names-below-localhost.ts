/** Not every system knows that names below localhost, such as shop.localhost, mean this machine (RFC 6761). */
import dns from 'node:dns'

const { lookup } = dns
const below = /\.localhost$/
Object.assign(dns, {
  lookup: (host: string, ...rest: never[]) =>
    Reflect.apply(lookup, dns, [below.test(host) ? '127.0.0.1' : host, ...rest]),
})
