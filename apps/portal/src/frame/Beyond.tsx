/** What needs a module of the service: not drawn where it serves none. */
import type { ReactNode } from 'react'
import { useModules } from './use-service.ts'

export const Beyond = ({ children }: { readonly children: ReactNode }) => (useModules() ? children : null)
