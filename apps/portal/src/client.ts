/** The portal's one way to the service: public operations, with the session as a cookie of this origin. */
import { createCookieSessionClient } from '@pursestrings/sdk'
import { QueryClient } from '@tanstack/react-query'
import { askToConfirm } from './step-up/ask.ts'

/** A change that needs a confirmation asks for it by itself, whichever page made it. */
export const api = createCookieSessionClient({ base_url: location.origin, confirm: askToConfirm })

/** What was read stays while it is read again. Refusals are not retried here: the client knows which may be. */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: true } },
})
