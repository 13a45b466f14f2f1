/** Why the browser gave no passkey. Its own messages are not for people. */
export type PasskeyFaultReason = 'canceled' | 'here' | 'known' | 'none'

export class PasskeyFault extends Error {
  override readonly name = 'PasskeyFault'
  readonly reason: PasskeyFaultReason

  constructor(cause: unknown) {
    super('no passkey', { cause })
    const { name } = cause as { name?: string }
    this.reason = name === undefined ? 'none' : (REASONS[name] ?? 'canceled')
  }
}

const REASONS: Readonly<Record<string, PasskeyFaultReason>> = {
  SecurityError: 'here',
  InvalidStateError: 'known',
  NotSupportedError: 'none',
  TypeError: 'none',
}
