// The list of places that the service must never call, built from a few addresses times every way of writing them.
// Data for tests: nothing here opens a connection.
import type { Script } from './scripted-dns.ts'

const words = (text: string) => text.trim().split(/\s+/)

export const FORBIDDEN_IPV4 = words(`
  0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.254 192.168.0.1 192.168.255.254
  100.64.0.1 100.100.100.200 100.127.255.254 127.0.0.1 127.0.0.53 127.1.2.3 127.255.255.254
  169.254.0.1 169.254.169.254 169.254.170.2 168.63.129.16 192.0.0.1 192.0.0.192
  192.0.2.2 198.51.100.7 203.0.113.9 192.31.196.1 192.52.193.1 192.88.99.1 192.175.48.1
  198.18.0.1 198.19.255.254 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255
`)

export const FORBIDDEN_IPV6 = words(`
  :: ::1 fe80::1 febf::1 fec0::1 feff::1 fc00::1 fd00:ec2::254 fdff::1 ff02::1 ff0e::1
  100::1 200::1 400::1 1000::1 1fff:ffff::1 4000::1 5f00::1 8000::1 e000::1 fe00::1 64:ff9b:1::1
  2001::1 2001:1::1 2001:2::1 2001:3::1 2001:4:112::1 2001:10::1 2001:20::1 2001:30::1 2001:1ff::1
  2001:db8::1 2001:db8:ffff::1 2002::1 2620:4f:8000::1 3fff::1 3fff:fff::1
`)

const hex = (bytes: readonly number[]) => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
const octets = (ip: string) => ip.split('.').map(Number)

const circled = (digit: string) => (digit === '0' ? '\u24ea' : String.fromCodePoint(0x2460 + Number(digit) - 1))
const fullWidth = (digit: string) => String.fromCodePoint(0xff10 + Number(digit))

/** Every IPv6 address that carries this IPv4 address. */
export function carriersOf(ip: string): string[] {
  const bytes = octets(ip)
  const [high, low] = [hex(bytes.slice(0, 2)), hex(bytes.slice(2))]
  const [notHigh, notLow] = [hex(bytes.slice(0, 2).map((byte) => 255 - byte)), hex(bytes.slice(2).map((b) => 255 - b))]
  return [
    `::ffff:${ip}`,
    `0:0:0:0:0:ffff:${high}:${low}`,
    `::ffff:0:${ip}`,
    `::${high}:${low}`,
    `64:ff9b::${ip}`,
    `64:ff9b:1::${ip}`,
    `2002:${high}:${low}::1`,
    `2001:0:${high}:${low}:0:ffff:f7f7:f7f7`,
    `2001:0:808:808:0:ffff:${notHigh}:${notLow}`,
    `2606:4700::5efe:${ip}`,
    `2606:4700::200:5efe:${ip}`,
  ]
}

/** Every way a URL can spell this IPv4 address. */
export function spellingsOf(ip: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = octets(ip)
  const whole = ((a * 256 + b) * 256 + c) * 256 + d
  return [
    ip,
    `${ip}.`,
    String(whole),
    `0x${whole.toString(16)}`,
    `0X${hex([a, b, c, d]).toUpperCase()}`,
    `0${whole.toString(8)}`,
    [a, b, c, d].map((octet) => `0${octet.toString(8)}`).join('.'),
    [a, b, c, d].map((octet) => `0x${octet.toString(16)}`).join('.'),
    `${a}.0x${b.toString(16)}.0${c.toString(8)}.${d}`,
    `${a}.${b * 65536 + c * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    ip.replaceAll('.', '\u3002'),
    ip.replace(/\d/g, fullWidth),
    ip.replace(/\d/g, circled),
    ip.replace(/\d/g, (digit) => `%3${digit}`),
    `\t${ip}\n`,
    `user@${ip}`,
    `${ip}:443`,
    `${ip}:0443`,
  ]
}

const schemes = words('http ftp file gopher ws wss data blob:https javascript unix dict ldap')
const ports = words('0 1 22 25 53 80 444 2375 3306 4222 5432 6379 8080 8443 9200 11211 65535 65536 -1')
const users = words('user@ user:secret@ :secret@ 127.0.0.1@ shop.test%2f@ a@b@')
const hosts = words(`
  localhost localhost. a.localhost LOCALHOST intranet shop.test. metadata 0 00 0x 1 ::1 [::1 [::1%25lo] [fe80::1%eth0]
  [v1.fe80::1] [127.0.0.1] 127.0.0.1.5 256.256.256.256 0xffffffffff a%20b.test 127.0.0.1#@shop.test 127.0.0.1?@shop.test
`)

export const ODD_URLS = [
  ...schemes.map((scheme) => `${scheme}://shop.test/`),
  ...ports.map((port) => `https://shop.test:${port}/`),
  ...users.map((user) => `https://${user}shop.test/`),
  ...hosts.map((host) => `https://${host}/`),
  'https:///',
  'shop.test',
  '',
]

// A DNS zone of names that lead where the service must never call, and every hostile URL that the guard is tried with.

const PUBLIC = { A: '93.184.216.34', AAAA: '2606:4700::1111' } as const
export const EVERY_FORBIDDEN = [...FORBIDDEN_IPV4, ...FORBIDDEN_IPV6, ...FORBIDDEN_IPV4.flatMap(carriersOf)]
const typeOf = (address: string) => (address.includes(':') ? 'AAAA' : 'A')

// `n7.only.test` has the seventh forbidden address, `n7.first.test` has it before a public one, and so on.
export const hostileZone: Script = ({ name, type }) => {
  const [index = '', shape] = name.split('.')
  const address = EVERY_FORBIDDEN[Number(index.slice(1))] ?? ''
  const bad = type === typeOf(address) ? [{ type: typeOf(address), value: address } as const] : []
  const good = type === 'A' || type === 'AAAA' ? [{ type, value: PUBLIC[type] } as const] : []
  if (shape === 'only') return { records: bad }
  if (shape === 'first') return { records: [...bad, ...good] }
  if (shape === 'last') return { records: [...good, ...bad] }
  const inside = bad.map((record) => ({ ...record, name: 'inside.corp.test' }))
  return { records: bad.length > 0 ? [{ type: 'CNAME', value: 'inside.corp.test' }, ...inside] : [] }
}

export const SPELT_IPV4 = FORBIDDEN_IPV4.flatMap(spellingsOf).map((host) => `https://${host}/hook`)
export const LITERAL_IPV6 = EVERY_FORBIDDEN.filter((address) => address.includes(':')).map((a) => `https://[${a}]/hook`)
export const namesOf = (shape: string) => EVERY_FORBIDDEN.map((_, index) => `https://n${index}.${shape}.test/`)
export const SHAPES = ['only', 'first', 'last', 'alias']
export const HOSTILE_URLS = [...SPELT_IPV4, ...LITERAL_IPV6, ...ODD_URLS, ...SHAPES.flatMap(namesOf)]
