/** The same requests as the tools show, and the guide, for clients that read rather than call. */
import { type McpServer, ProtocolError, ProtocolErrorCode, ResourceTemplate } from '@modelcontextprotocol/server'
import { connectedAgent, type Deps } from './deps.ts'
import { GUIDE } from './guide.ts'
import { isRequestId } from './payment-schema.ts'
import { paymentView } from './payment-view.ts'
import { Refusal, refusalOf, refusalText } from './refusal.ts'

const GUIDE_URI = 'countersign://guide'

export const registerResources = (server: McpServer, deps: Deps): void => {
  server.registerResource(
    'guide',
    GUIDE_URI,
    { title: 'How to request a payment', mimeType: 'text/markdown' },
    ({ href: uri }) => ({ contents: [{ uri, mimeType: 'text/markdown', text: GUIDE }] }),
  )
  server.registerResource(
    'payment_request',
    new ResourceTemplate('countersign://requests/{id}', { list: undefined }),
    { title: 'A payment request, facts verified', mimeType: 'application/json' },
    async ({ href: uri }, { id }, { mcpReq: { signal } }) => {
      try {
        const agent = connectedAgent(deps)
        const { payment_request } = await agent.paymentRequests.read(requestIdIn(id), {}, { signal })
        const text = JSON.stringify(await paymentView(agent, payment_request, signal), null, 2)
        return { contents: [{ uri, mimeType: 'application/json', text }] }
      } catch (failure) {
        const refusal = refusalOf(failure)
        throw refusal ? new ProtocolError(ProtocolErrorCode.InvalidParams, refusalText(refusal)) : failure
      }
    },
  )
}

/** The template hands over what stands in the URI, still percent-encoded. */
const requestIdIn = (encoded: unknown): string => {
  const id = typeof encoded === 'string' ? decoded(encoded) : undefined
  if (id !== undefined && isRequestId(id)) return id
  throw new Refusal('request_id_invalid', "There's no request with that ID.", 'Use a request_id from request_payment.')
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
