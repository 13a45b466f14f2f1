/**
 * The client of a page that the service itself serves: the session is a cookie that no script can read, and every change
 * carries a proof that this page read over its own origin. The proof is kept in memory alone.
 */
import { ApiError } from './api-error.ts'
import { methodsOf } from './client-methods.ts'
import type { MerchantOperations } from './generated/clients.ts'
import { createTransport, type Send, type TransportOptions } from './transport.ts'

export interface CookieSessionOptions extends TransportOptions {
  /**
   * Called when a change is refused with `step_up_required`: asks the person to confirm. With true, the change is sent once
   * more; with false, the refusal is thrown.
   */
  readonly confirm?: ((operation: string, refused: ApiError) => Promise<boolean>) | undefined
}

/** Sessions are opened and read through it like by any other client; it takes the proof from those answers. */
export const createCookieSessionClient = (options: CookieSessionOptions): MerchantOperations => {
  let proof: string | undefined
  const send = confirmed(createTransport(options), options.confirm)
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

/** The refused call alone is repeated: what a page did before it stays done. */
const confirmed =
  (send: Send, confirm: CookieSessionOptions['confirm']): Send =>
  async (outgoing, call) => {
    try {
      return await send(outgoing, call)
    } catch (error) {
      const asks = error instanceof ApiError && error.code === 'step_up_required'
      if (!asks || !(await confirm?.(outgoing.operation.id, error))) throw error
      return send(outgoing, call)
    }
  }
