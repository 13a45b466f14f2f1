/** The client of a project, for agent payments and automation policies. */
import { methodsOf } from './client-methods.ts'
import { type Followed, followed } from './follow-events.ts'
import type { ProjectOperations } from './generated/clients.ts'
import type { AgentPaymentFeedEvent } from './generated/records.ts'
import { heldSecret } from './held-secret.ts'
import { type BrowserOption, refuseBrowser } from './refuse-browser.ts'
import { createTransport, type TransportOptions } from './transport.ts'

export interface ProjectClientOptions extends TransportOptions, BrowserOption {
  readonly api_key: string
}

export interface ProjectClient extends ProjectOperations {
  readonly feed: ProjectOperations['feed'] & Followed<AgentPaymentFeedEvent>
}

export const createProjectClient = (options: ProjectClientOptions): ProjectClient => {
  refuseBrowser('createProjectClient', options)
  const key = heldSecret('key', 'api_key', options.api_key)
  const operations = methodsOf({
    client: 'project',
    send: createTransport(options),
    holds: ['api_key'],
    credentialFor: () => key,
  }) as unknown as ProjectOperations
  return {
    ...operations,
    feed: { ...operations.feed, ...followed<AgentPaymentFeedEvent>(operations.feed.list) },
  }
}
