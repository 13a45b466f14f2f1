/**
 * What the key of a person's own agent signs when the agent asks a wallet for the first time. It names the service, so that no
 * other one can show it there, and the Connect Key, which opens once: so nobody has to hand out a challenge first.
 */
import { canonicalJson } from './canonical.ts'

export const AGENT_ENROLLMENT_TYPE = 'svc.agent_enrollment.v1'

export interface AgentEnrollment {
  /** The address of the service, as it calls itself. */
  readonly aud: string
  /** All of these as they are sent; name and runtime in NFC. */
  readonly connect_key: string
  readonly name: string
  readonly runtime: string
  readonly kid: string
  readonly public_key: string
  readonly scopes: readonly string[]
}

export const agentEnrollmentText = (enrollment: AgentEnrollment): string => {
  const { aud, connect_key, kid, public_key, scopes } = enrollment
  // As the service reads and shows them, however they were typed.
  const [name, runtime] = [enrollment.name.normalize('NFC'), enrollment.runtime.normalize('NFC')]
  return canonicalJson({ type: AGENT_ENROLLMENT_TYPE, aud, connect_key, name, runtime, kid, public_key, scopes })
}
