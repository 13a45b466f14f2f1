import type { Connection } from '@countersign/sdk'

export type Scope = Connection['scopes'][number]
