/** The client of a project, for agent payments and automation policies. */
import { methodsOf } from './client-methods.ts'
import type { ProjectOperations } from './generated/clients.ts'
import { heldSecret } from './held-secret.ts'
import { type BrowserOption, refuseBrowser } from './refuse-browser.ts'
import { createTransport, type TransportOptions } from './transport.ts'

export interface ProjectClientOptions extends TransportOptions, BrowserOption {
  readonly api_key: string
}

export type ProjectClient = ProjectOperations

export const createProjectClient = (options: ProjectClientOptions): ProjectClient => {
  refuseBrowser('createProjectClient', options)
  const key = heldSecret('key', 'api_key', options.api_key)
  return methodsOf({
    client: 'project',
    send: createTransport(options),
    holds: ['api_key'],
    credentialFor: () => key,
  }) as unknown as ProjectOperations
}
