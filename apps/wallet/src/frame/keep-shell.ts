import { registerShellWorker } from '../script-policy.ts'

/** The wallet opens without a network, too. It works as well where the browser has no service workers. */
export const keepShell = (): void => {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) registerShellWorker().catch(() => {})
}
