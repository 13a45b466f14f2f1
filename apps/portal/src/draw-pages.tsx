import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router/dom'
import { queries } from './client.ts'
import { router } from './router.tsx'
import { en } from './strings/en.ts'

export const words = en

export const Drawn = () => (
  <QueryClientProvider client={queries}>
    <RouterProvider router={router} />
  </QueryClientProvider>
)
