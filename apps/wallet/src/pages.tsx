/** The pages of the open wallet, with what they share. */
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router/dom'
import { queries } from './client.ts'
import { router } from './router.tsx'

export { router } from './router.tsx'

export const Pages = () => (
  <QueryClientProvider client={queries}>
    <RouterProvider router={router} />
  </QueryClientProvider>
)
