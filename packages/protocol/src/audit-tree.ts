/** What the tree of an organization's audit log is made of: one canonical text per event, and heads that say how far it goes. */
import { canonicalJson } from './canonical.ts'

export const AUDIT_ENTRY_TYPE = 'svc.audit_entry.v1'
export const AUDIT_HEAD_TYPE = 'svc.audit_head.v1'
export const AUDIT_HEAD_TYP = 'svc-audit-head+jws'
export const AUDIT_EXPORT_TYPE = 'svc.audit_export.v1'
export const AUDIT_PROOF_TYPE = 'svc.audit_proof.v1'

export interface AuditEntry {
  readonly audit_event_id: string
  readonly action: string
  readonly actor: string
  readonly target: string
  readonly details: unknown
  readonly occurred_at: string
}

/** What is hashed. People are in it by the ids of their accounts, so forgetting one changes no entry. */
export const auditEntryText = ({ audit_event_id, action, actor, target, details, occurred_at }: AuditEntry): string =>
  canonicalJson({ type: AUDIT_ENTRY_TYPE, audit_event_id, action, actor, target, details, occurred_at })

export interface AuditHead {
  readonly type: typeof AUDIT_HEAD_TYPE
  readonly merchant_id: string
  readonly size: number
  /** In hex. */
  readonly root: string
  readonly at: string
}

/** The heads that entries are checked against. */
export interface AuditHeads {
  readonly merchant_id: string
  readonly head_jws: string | null
  readonly keys: readonly { readonly entry: string; readonly proof: string }[]
  readonly logged: readonly {
    readonly entry: string
    readonly opening: { readonly salt: string; readonly document: string }
    readonly proof: string
  }[]
}

/** The last line of an export. */
export interface AuditExport extends AuditHeads {
  readonly type: typeof AUDIT_EXPORT_TYPE
}

/** One event, and its way up to the root of one head: the newest in the payee log, or else the one that is signed. */
export interface AuditProof extends AuditHeads {
  readonly type: typeof AUDIT_PROOF_TYPE
  /** As it was hashed. */
  readonly event: string
  readonly index: number
  /** In hex, from the leaf upwards. */
  readonly hashes: readonly string[]
}
