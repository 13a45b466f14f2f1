/** The portal's one way to the service: public operations, with the session as a cookie of this origin. */
import { createCookieSessionClient } from '@countersign/sdk'
import { QueryClient } from '@tanstack/react-query'

export const api = createCookieSessionClient({ base_url: location.origin })

/** What was read stays while it is read again. Refusals are not retried here: the client knows which may be. */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: true } },
})
