/**
 * What counts as one address. An IPv6 customer holds a whole /64 and can call from any address in it, so those 64 bits are
 * what is limited. An IPv4 address in its IPv6 form is the same IPv4 address.
 */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

export const addressKey = (address: string): string => {
  if (!address.includes(':')) return address
  const mapped = MAPPED.exec(address)
  if (mapped) return mapped[1] as string
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  // An IPv4 tail stands for two groups.
  const input = left.length + right.length + (right.at(-1)?.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : 8 - input
  const groups = [...left, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...right]
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${network.join(':')}::/64`
}
