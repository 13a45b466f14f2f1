import '@pursestrings/ui/tokens.css'
import '@fontsource-variable/atkinson-hyperlegible-next/wght.css'
import '@fontsource-variable/atkinson-hyperlegible-mono/wght.css'
import '@pursestrings/ui/parts.css'
import './wallet.css'
import './strings/i18n.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './client.ts'
import { keepShell } from './frame/keep-shell.ts'
import { startSession } from './keys/session.ts'
import { Router } from './router.tsx'

const root = document.getElementById('wallet')
if (!root) throw new Error('the page has no #wallet')
await startSession()
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Suspense>
        <Router />
      </Suspense>
    </QueryClientProvider>
  </StrictMode>,
)
keepShell()
