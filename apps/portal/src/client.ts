/** The portal's one way to the service: public operations, with the session as a cookie of this origin. */
import { createCookieSessionClient } from '@pursestrings/sdk'
import { createQueries } from '@pursestrings/ui/queries'
import { askToConfirm } from './step-up/ask.ts'

/** A change that needs a confirmation asks for it by itself, whichever page made it. */
export const api = createCookieSessionClient({ base_url: location.origin, confirm: askToConfirm })

export const queries = createQueries()
