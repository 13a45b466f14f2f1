/** What can be refused about connections, and what to do next. */
import { errorEntry } from '../errors.ts'

export const connectionEnded = errorEntry({
  code: 'connection_ended',
  status: 409,
  meaning: 'The connection is revoked, which is final; `current_status` and `allowed` say so.',
  recovery: 'Make a new connection with a Connect Key or by pairing.',
  retry: 'never',
})

export const scopesNotGranted = errorEntry({
  code: 'scopes_not_granted',
  status: 422,
  meaning: 'A connection can only be narrowed: `beyond` lists the scopes that it does not have.',
  recovery: 'Leave them out; more scopes need a new connection.',
  retry: 'never',
})
