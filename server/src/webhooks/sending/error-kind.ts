/** What a merchant is told of a call that got no answer: a closed list, and not a word of what was sent back. */
import type { WebhookErrorKind } from '@countersign/contract/webhook-deliveries/records'
import { OutboundError } from '../../outside/outbound-error.ts'

const CLOSED = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']

export const errorKindOf = (error: OutboundError): Exclude<WebhookErrorKind, 'status'> => {
  const { code } = (error.cause ?? {}) as { code?: string }
  switch (error.kind) {
    case 'refused_url':
      return 'refused_address'
    case 'connect':
      if (code === 'ETIMEDOUT') return 'timeout'
      return CLOSED.includes(code ?? '') ? 'reset' : 'refused'
    case 'protocol':
      // Without a cause it was closed before it was asked anything.
      return error.cause === undefined || CLOSED.includes(code ?? '') ? 'reset' : 'protocol'
    default:
      return error.kind
  }
}
