import type { Member } from '@pursestrings/sdk'

export type Role = Member['role']
export const ROLES = ['owner', 'admin', 'developer', 'viewer'] as const satisfies readonly Role[]
