/**
 * What the palette finds. Requests are looked up by the service; payees, agents, domains and pages are few, and are looked
 * through here.
 */
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

const AT_MOST = 5
const HASH = /^(0x)?[0-9a-f]{64}$/i

/** By the beginning of their id, or by the transaction that they name. */
export const findRequests = async (
  query: string,
  describe: (amount: string, asset: string, payee: string) => string,
): Promise<Hit[]> => {
  const by = HASH.test(query) ? { transaction_hash: query } : { request_id: query }
  const found = await api.paymentRequests.listForMerchant(by).toArray({ limit: AT_MOST })
  return found.map(({ request_id, connection_id, payment, payee, status }) => ({
    to: `/requests/${connection_id}/${encodeURIComponent(request_id)}`,
    name: request_id,
    note: describe(payment.amount, payment.asset, payee.name),
    mono: true,
    status,
  }))
}

export const readRecords = async () => {
  const [payees, agents, domains] = await Promise.all([
    api.recipients.list().toArray({ limit: 100 }),
    api.agents.list().toArray({ limit: 100 }),
    api.merchantDomains.list().toArray({ limit: 100 }),
  ])
  return { payees, agents, domains }
}

export const matches = (query: string, ...texts: readonly (string | null | undefined)[]): boolean =>
  texts.some((text) => text?.toLowerCase().includes(query.toLowerCase()))

export const firstFew = <T>(records: readonly T[] | undefined, keep: (record: T) => boolean): readonly T[] =>
  (records ?? []).filter(keep).slice(0, AT_MOST)
