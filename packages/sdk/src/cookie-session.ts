/**
 * The client of a page that the service itself serves: the session is a cookie that no script can read, and every change
 * carries a proof that this page read over its own origin. The proof is kept in memory alone.
 */
import { methodsOf } from './client-methods.ts'
import type { MerchantOperations } from './generated/clients.ts'
import { createTransport, type TransportOptions } from './transport.ts'

/** Sessions are opened and read through it like by any other client; it takes the proof from those answers. */
export const createCookieSessionClient = (options: TransportOptions): MerchantOperations => {
  let proof: string | undefined
  const send = createTransport(options)
  return methodsOf({
    client: 'merchant',
    async send(outgoing, call) {
      const answered = await send(outgoing, call)
      const { csrf_token } = answered.data as { csrf_token?: string | null }
      if (typeof csrf_token === 'string') proof = csrf_token
      return answered
    },
    holds: ['merchant_session'],
    credentialFor: () => ({ header: async () => (proof === undefined ? undefined : ['x-csrf-token', proof]) }),
  }) as unknown as MerchantOperations
}
