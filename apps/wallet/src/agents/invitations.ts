/** Agents that used one of this wallet's keys, and that the user has not answered. */
import type { ConnectInvitation } from '@pursestrings/sdk'
import { api } from '../client.ts'

const LOOKED_AT = 25

export const openInvitations = async (): Promise<readonly ConnectInvitation[]> => {
  const { connect_invitations } = await api().connectInvitations.list({ limit: LOOKED_AT }).page()
  return connect_invitations.filter(
    ({ status, expires_at }) => status === 'pending' && Date.parse(expires_at) > Date.now(),
  )
}
