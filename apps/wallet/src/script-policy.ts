/**
 * The page's one Trusted Types policy. Workers are named by address, which the browser lets nobody do without a policy; this
 * one knows two addresses, and whatever else is asked for is refused.
 */
// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker
import stretcher from './keys/stretch.worker.ts?worker&url'

const SHELL_WORKER = '/service-worker.js'
const NAME = 'wallet-scripts'

interface Policies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

const checked = (url: string): string => {
  if (url !== stretcher && url !== SHELL_WORKER) throw new TypeError('not a script of this wallet')
  return url
}

/** Browsers without Trusted Types take the text as it is. */
const policies = (globalThis as { readonly trustedTypes?: Policies }).trustedTypes
const policy = policies?.createPolicy(NAME, { createScriptURL: checked })
const scriptUrl = (url: string): string => (policy ? policy.createScriptURL(url) : checked(url))

export const startStretcher = (): Worker => new Worker(scriptUrl(stretcher), { type: 'module' })
export const registerShellWorker = (): Promise<unknown> =>
  navigator.serviceWorker.register(scriptUrl(SHELL_WORKER), { scope: '/' })
