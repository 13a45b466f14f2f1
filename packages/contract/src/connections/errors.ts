/** What can be refused about connections, and what to do next. */
import { errorEntry } from '../errors.ts'

export const connectionEnded = errorEntry({
  code: 'connection_ended',
  status: 409,
  meaning: "The connection is revoked. That can't be undone.",
  recovery: 'Connect again with a Connect Key or by pairing.',
  retry: 'never',
})

export const scopesNotGranted = errorEntry({
  code: 'scopes_not_granted',
  status: 422,
  meaning: "You can only remove scopes from a connection; it doesn't have those listed in `beyond`.",
  recovery: 'Leave them out. To add scopes, make a new connection.',
  retry: 'never',
})
