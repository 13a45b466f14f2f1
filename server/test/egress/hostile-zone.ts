// A DNS zone of names that lead where the service must never call, and every hostile URL that the guard is tried with.
import { carriersOf, FORBIDDEN_IPV4, FORBIDDEN_IPV6, ODD_URLS, spellingsOf } from './hostile-targets.ts'
import type { Script } from './scripted-dns.ts'

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
