/** One MCP server for every transport and era: the same tools, resources and prompt over the same means. */
import { fromJsonSchema, McpServer, type McpServerFactory } from '@modelcontextprotocol/server'
import { createDeps, type Deps } from './deps.ts'
import { INSTRUCTIONS } from './guide.ts'
import { createHandOff, type HandOff } from './hand-off.ts'
import { registerPrompt } from './prompt.ts'
import { registerResources } from './resources.ts'
import type { Settings } from './settings.ts'
import { guarded, inputOf, type Tool } from './tool.ts'
import { connectWallet } from './tools/connect-wallet.ts'
import { connectionStatus } from './tools/connection-status.ts'
import { getPaymentRequest } from './tools/get-payment-request.ts'
import { listEvents } from './tools/list-events.ts'
import { listRecipients } from './tools/list-recipients.ts'
import { requestPayment } from './tools/request-payment.ts'
import { waitForPaymentRequest } from './tools/wait-for-payment-request.ts'
import { VERSION } from './version.ts'

/** All there are. None approves, signs, or changes a payee or a key. */
const toolsOf = (deps: Deps, handOff: HandOff): readonly Tool[] => [
  listRecipients(deps),
  requestPayment(deps, handOff),
  getPaymentRequest(deps),
  waitForPaymentRequest(deps),
  listEvents(deps),
  connectWallet(deps),
  connectionStatus(deps),
]

/** Makes a server for each connection or request; `signal` ends what goes on between them. */
export const createServer = (settings: Settings, signal: AbortSignal): McpServerFactory => {
  const deps = createDeps(settings, signal)
  return ({ era }) => {
    const server = new McpServer(
      { name: 'countersign', title: 'Countersign', version: VERSION },
      { instructions: INSTRUCTIONS, capabilities: { tools: { listChanged: false } } },
    )
    for (const tool of toolsOf(deps, createHandOff(server, era))) {
      const { name, title, description, input, output, annotations } = tool
      const schemas = { inputSchema: inputOf(input), outputSchema: fromJsonSchema(output) }
      server.registerTool(name, { title, description, annotations, ...schemas }, guarded(tool))
    }
    registerResources(server, deps)
    registerPrompt(server)
    return server
  }
}
