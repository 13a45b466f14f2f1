/** What the palette finds: records by the service, pages and actions here. */
import type { SearchHit } from '@countersign/sdk'
import { api } from '../client.ts'

export interface Hit {
  readonly to: string
  readonly name: string
  readonly note?: string
  readonly mono?: boolean
  readonly status?: string
  /** What the page is told. */
  readonly state?: string
}

const PAGE = { recipient: 'recipients', agent: 'agents', merchant_domain: 'domains' } as const

const addressOf = ({ type, id, connection_id }: SearchHit): string =>
  type === 'payment_request' ? `/requests/${connection_id}/${encodeURIComponent(id)}` : `/${PAGE[type]}/${id}`

export type Found = Readonly<Partial<Record<SearchHit['type'], readonly Hit[]>>>

export const findRecords = async (
  q: string,
  describe: (payment: NonNullable<SearchHit['payment']>) => string,
): Promise<Found> => {
  const { hits } = await api.merchantSearch.find({ q })
  const shown = hits.map((hit) => {
    const note = hit.payment ? describe(hit.payment) : hit.domain
    return {
      type: hit.type,
      to: addressOf(hit),
      name: hit.name,
      status: hit.status,
      mono: hit.type === 'payment_request',
      ...(note !== undefined && { note }),
    }
  })
  return Object.groupBy(shown, ({ type }) => type)
}

export const matches = (query: string, text: string): boolean => text.toLowerCase().includes(query.toLowerCase())
