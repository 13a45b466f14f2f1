/** Where a payment may go: to the host that was called, and to no other, whatever the seller answers. */
import { X402Refusal } from './outcomes.ts'
import type { Task } from './task.ts'

const REDIRECTS_MAX = 5

/** The authorization goes to the host that was called, and to no other. */
export interface Sending {
  readonly task: Pick<Task, 'url'>
  readonly request_id: string | undefined
}

export const sendPaid = async (
  fetch: typeof globalThis.fetch,
  request: Request,
  { task, request_id }: Sending,
): Promise<Response> => {
  const { url } = task
  let at = request
  for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
    const response = await fetch(new Request(at.clone(), { redirect: 'manual' }))
    const location = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || location === null) return response
    const next = new URL(location, at.url)
    if (next.origin !== url.origin) {
      throw new X402Refusal(
        'seller_refused',
        `${url.host} sends the payment on to ${next.host}, which wasn't called. It wasn't sent there. Call that address itself if you trust it.`,
        { request_id, response },
      )
    }
    at = new Request(next, at.clone())
  }
  throw new X402Refusal('seller_refused', `${url.host} redirects the payment again and again.`, { request_id })
}

export const expectSameHost = ({ url }: Pick<Task, 'url'>, { url: answered_at }: Response): void => {
  if (answered_at === '' || new URL(answered_at).origin === url.origin) return
  throw new X402Refusal(
    'payee_not_listed',
    `${url.host} led to ${new URL(answered_at).host}, and that host asks to be paid. Nothing was asked. Call it itself if you mean to pay it.`,
  )
}
