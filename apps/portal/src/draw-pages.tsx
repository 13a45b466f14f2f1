import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { queries } from './client.ts'
import { router } from './router.tsx'
import { en } from './strings/en.ts'
import { startWords } from './strings/i18n.ts'

export const draw = (root: HTMLElement): void => {
  startWords(en)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
