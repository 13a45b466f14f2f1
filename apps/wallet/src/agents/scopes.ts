import type { Connection } from '@pursestrings/sdk'

export type Scope = Connection['scopes'][number]
