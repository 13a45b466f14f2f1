/** Who runs the service and changed something of an organization's, and why. */
export interface ByOperator {
  /** As the audit log names them. */
  readonly actor: string
  /** The organization reads it in its audit log. */
  readonly reason: string
}
