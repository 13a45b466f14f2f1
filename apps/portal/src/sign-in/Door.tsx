/** The pages before the session: the ribbon, one column for the step, and beside it what the product is. */
import { Wordmark } from '@countersign/ui/Wordmark'
import type { ReactNode } from 'react'
import { Ribbon } from '../frame/Ribbon.tsx'
import { ProductPromise } from './Promise.tsx'

export const Door = ({ children }: { readonly children: ReactNode }) => (
  <>
    <Ribbon />
    <div className="door">
      <main className="door-step">
        <Wordmark />
        {children}
      </main>
      <ProductPromise />
    </div>
  </>
)
