/** What can go wrong between a Connect Key and a connection; pairing shares what means the same there. */
import { errorEntry } from '../errors.ts'

export const tooManyInvitations = errorEntry({
  code: 'too_many_invitations',
  status: 409,
  meaning: 'Ten invitations of this wallet wait for a decision already.',
  recovery: 'Approve or reject some of them first; they also expire by themselves after ten minutes.',
  retry: 'safe',
})

export const connectKeyUnknown = errorEntry({
  code: 'connect_key_unknown',
  status: 404,
  meaning: 'The Connect Key opens nothing: it was never issued, has been used, or has expired.',
  recovery: 'Ask the user for a new one. Five wrong keys in ten minutes shut the agent out for the rest of them.',
  retry: 'never',
})

export const scopesNotAllowed = errorEntry({
  code: 'scopes_not_allowed',
  status: 422,
  meaning: 'The agent may not ask for these scopes: `beyond` lists them.',
  recovery: 'Ask only for `allowed_scopes` of the agent, or have its merchant widen them.',
  retry: 'never',
})

export const scopesNotRequested = errorEntry({
  code: 'scopes_not_requested',
  status: 422,
  meaning: 'Approval may narrow what was asked for and never widen it: `beyond` lists what was not asked for.',
  recovery: 'Approve a part of `requested_scopes`.',
  retry: 'never',
})

export const approvalPending = errorEntry({
  code: 'approval_pending',
  status: 409,
  meaning: 'The user has not decided yet.',
  recovery: 'Wait a few seconds and send the same call again, until the invitation expires.',
  retry: 'safe',
})

export const invitationDecided = errorEntry({
  code: 'invitation_decided',
  status: 409,
  meaning: 'The invitation was decided otherwise before; `current_status` says how.',
  recovery: 'Read it again. A connection that came of it is ended with DELETE /v1/connections/{connection_id}.',
  retry: 'never',
})

export const invitationSpent = errorEntry({
  code: 'invitation_spent',
  status: 410,
  meaning: 'The invitation was exchanged before; its connection token is shown once.',
  recovery: 'Use that token. If it is lost, ask the user to rotate it or for a new Connect Key.',
  retry: 'never',
})

export const invitationRejected = errorEntry({
  code: 'invitation_rejected',
  status: 410,
  meaning: 'The user has rejected the invitation.',
  recovery: 'Do not ask again unasked; a new attempt needs a new Connect Key.',
  retry: 'never',
})

export const invitationExpired = errorEntry({
  code: 'invitation_expired',
  status: 410,
  meaning: 'The invitation was not decided, or not exchanged, within ten minutes.',
  recovery: 'Begin again with a new Connect Key.',
  retry: 'never',
})
