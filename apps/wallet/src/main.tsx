/** The start and the locked wallet are drawn at once; the pages of the open wallet bring router, cache and client. */
import '@pursestrings/ui/tokens.css'
import '@fontsource-variable/atkinson-hyperlegible-next/wght.css'
import '@fontsource-variable/atkinson-hyperlegible-mono/wght.css'
import '@pursestrings/ui/parts.css'
import './wallet.css'
import './strings/i18n.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startSession } from './keys/session.ts'
import { registerShellWorker } from './script-policy.ts'
import { Wallet } from './Wallet.tsx'

const root = document.getElementById('wallet')
if (!root) throw new Error('the page has no #wallet')
await startSession()
createRoot(root).render(
  <StrictMode>
    <Wallet />
  </StrictMode>,
)
// The wallet opens without a network, too. It works as well where the browser has no service workers.
if (import.meta.env.PROD && 'serviceWorker' in navigator) registerShellWorker().catch(() => {})
